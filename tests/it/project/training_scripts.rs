//! The training scripts: each Python script that a shell script runs exists.

use std::fs;
use std::path::Path;

/// Returns the names after `python` at the start of a command of a shell script.
fn python_scripts(source: &str) -> Vec<&str> {
    let words: Vec<&str> = source.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == "python").map(|pair| pair[1]).collect()
}

#[test]
fn scripts_run_existing_scripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("training");
    for name in ["continue_training.sh", "gpu_session.sh"] {
        let source = fs::read_to_string(folder.join(name)).expect("a script");
        let scripts = python_scripts(&source);
        assert!(scripts.len() >= 4, "{name} runs {scripts:?}");
        for script in scripts {
            assert!(folder.join(script).with_extension("py").exists(), "{name} runs {script}.py");
        }
    }
}
