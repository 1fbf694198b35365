//! What is written of a game that is reviewed whole.

use super::assessment::Assessment;
use super::game_digest::GameDigest;
use super::game_report::GameReport;
use super::game_review::GameReview;
use super::input::ReviewInput;
use super::move_review::review_moves;
use super::options::{Form, ReviewOptions};
use super::output::index;
use super::summary::Summary;
use super::words;
use crate::job_error::JobError;

/// The files of a game and the lines about it.
pub(super) struct WrittenGame {
    /// The names and the content of its files.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// The names of files that cannot be written, and why.
    pub(super) faults: Vec<(String, JobError)>,
    pub(super) report: GameReport,
}

impl WrittenGame {
    /// What is written of a game whose situations are all assessed.
    pub(super) fn of(
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
pub(super) fn file_name(input: &ReviewInput, form: Form) -> String {
    format!("{}.{}", input.stem, form.extension())
}
