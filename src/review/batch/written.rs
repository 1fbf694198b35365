//! What is written of a game that is reviewed whole.

use crate::job_error::JobError;
use crate::review::game::digest::GameDigest;
use crate::review::game::digest::GameReport;
use crate::review::game::input::ReviewInput;
use crate::review::game::move_review::review_moves;
use crate::review::game::review::GameReview;
use crate::review::game::summary::Summary;
use crate::review::options::{Form, ReviewOptions};
use crate::review::output::index;
use crate::review::output::words;
use crate::review::position::assessment::Assessment;

/// The files of a game and the lines about it.
pub(in crate::review) struct WrittenGame {
    /// The names and the content of its files.
    pub(in crate::review) files: Vec<(String, Vec<u8>)>,
    /// The names of files that cannot be written, and why.
    pub(in crate::review) faults: Vec<(String, JobError)>,
    pub(in crate::review) report: GameReport,
}

impl WrittenGame {
    /// What is written of a game whose situations are all assessed.
    pub(in crate::review) fn of(
        input: &ReviewInput,
        assessments: &[Assessment],
        options: &ReviewOptions,
    ) -> WrittenGame {
        let moves = review_moves(&input.record, &input.course, assessments);
        let summary = Summary::of(&moves);
        let review = GameReview {
            input,
            assessments,
            moves: &moves,
            summary: &summary,
            is_live: false,
            options,
        };
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        for form in &options.forms {
            let name = file_name(input, *form);
            match review.written(*form) {
                Ok(bytes) => files.push((name, bytes)),
                Err(error) => faults.push((name, error)),
            }
        }
        let summary_line = words::summary_line(&input.name, &summary, options.language);
        let digest = GameDigest::of(&review);
        let report = GameReport { summary_line, index_row: index::row(&review), digest };
        WrittenGame { files, faults, report }
    }
}

/// The name of a game's file in a form.
pub(in crate::review) fn file_name(input: &ReviewInput, form: Form) -> String {
    format!("{}.{}", input.stem, form.extension())
}
