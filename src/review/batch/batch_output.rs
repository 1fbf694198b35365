//! The output over all games of a review: the index, the players' lines and the problems.

use super::finished_games::ReviewConfig;
use crate::job_error::JobError;
use crate::page::PageLanguage;
use crate::review::game::digest::{GameProblem, GameReport, GameSummary};
use crate::review::game::input::{self, INDEX_STEM, ReviewInput};
use crate::review::game::life_and_death::{EvaluatedGame, add_proofs};
use crate::review::game::move_review::review_moves;
use crate::review::game::reader::ReaderReview;
use crate::review::game::review::GameReview;
use crate::review::game::summary::Summary;
use crate::review::options::{Form, ReviewOptions};
use crate::review::output::{index, index_lines, messages, problem_page, problem_records};
use crate::review::position::evaluation::PositionEvaluation;

/// The output files, and the messages about them.
#[derive(Debug, Default)]
pub(in crate::review) struct BatchOutput {
    /// The file names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Lines for standard output.
    pub lines: Vec<String>,
    /// The names of files that cannot be written, with the reason.
    pub faults: Vec<(String, JobError)>,
}

impl BatchOutput {
    /// Creates the output over these games. A single game has no index.
    pub(in crate::review) fn of(reports: &[&GameReport], terms: &ReviewConfig) -> BatchOutput {
        let mut collection = BatchOutput::default();
        let has = |form: Form| terms.forms.iter().any(|known| known == form.extension());
        if reports.len() > 1 && has(Form::Html) {
            let page = index::write(reports, &PageLanguage::of(terms.page_language()));
            collection.files.push((format!("{INDEX_STEM}.html"), page));
        }
        if reports.len() > 1 && has(Form::Json) {
            collection.files.push((format!("{INDEX_STEM}.jsonl"), index_lines::write(reports)));
        }
        if !terms.problems.is_empty() {
            collection.add_problems(reports, terms);
        }
        collection
    }

    /// Adds the problems: one file per board size and format.
    fn add_problems(&mut self, reports: &[&GameReport], terms: &ReviewConfig) {
        let digests = reports.iter().map(|report| &report.digest);
        let of_games = digests.flat_map(|digest| {
            let fitting = digest.problems.iter().filter(|problem| problem.fits());
            fitting.map(move |problem| GameProblem { problem, digest })
        });
        let all: Vec<GameProblem<'_>> = of_games.collect();
        self.lines.push(messages::problems(all.len(), terms.language()));
        for lines in input::SIZES {
            let of_size: Vec<GameProblem<'_>> =
                all.iter().filter(|of| of.problem.lines == lines).copied().collect();
            if of_size.is_empty() {
                continue;
            }
            for form in &terms.problems {
                let name = format!("{}.{form}", input::problems_stem(lines));
                match written(&of_size, form, terms) {
                    Ok(bytes) => self.files.push((name, bytes)),
                    Err(error) => self.faults.push((name, error)),
                }
            }
        }
    }
}

fn written(
    problems: &[GameProblem<'_>],
    form: &str,
    terms: &ReviewConfig,
) -> Result<Vec<u8>, JobError> {
    if form == Form::Html.extension() {
        let has_pages = terms.forms.iter().any(|known| known == form);
        return Ok(problem_page::write(
            problems,
            has_pages,
            &PageLanguage::of(terms.page_language()),
        ));
    }
    problem_records::write(problems, form == Form::Sgf.extension(), terms.language())
}

/// The files of a game, and the messages about them.
pub(in crate::review) struct OutputFiles {
    /// The file names and contents.
    pub(in crate::review) files: Vec<(String, Vec<u8>)>,
    /// The names of files that cannot be written, with the reason.
    pub(in crate::review) faults: Vec<(String, JobError)>,
    pub(in crate::review) report: GameReport,
}

impl OutputFiles {
    /// Creates the output of a game whose positions are all evaluated.
    pub(in crate::review) fn of(
        input: &ReviewInput,
        assessments: &[PositionEvaluation],
        options: &ReviewOptions,
    ) -> OutputFiles {
        let (record, course) = (&input.record, &input.course);
        let mut moves = review_moves(record, course, assessments);
        let game = EvaluatedGame { record, course, assessments };
        add_proofs(game, &mut moves, options.solve_nodes);
        let summary = Summary::of(&moves);
        let human = options.search.nets.human();
        let reader = options.reader.as_deref().zip(human);
        let reader = reader.and_then(|(rank, net)| ReaderReview::of(input, &moves, net, rank));
        let review = GameReview {
            input,
            assessments,
            moves: &moves,
            summary: &summary,
            reader: reader.as_ref(),
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
        let summary_line = messages::summary_line(&input.name, &summary, options.language);
        let digest = GameSummary::of(&review);
        let report = GameReport { summary_line, index_row: index::row(&review), digest };
        OutputFiles { files, faults, report }
    }
}

/// Returns the file name of a game in a format.
pub(in crate::review) fn file_name(input: &ReviewInput, form: Form) -> String {
    format!("{}.{}", input.stem, form.extension())
}
