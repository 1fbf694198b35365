//! Review pages as sent by a server: with a script that queries the server, and without the content security policy
//! of saved pages, since the server sends a stricter one.

/// The content security policy of saved pages.
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
"#;

/// The beginning of the pages' scripts. Texts of records are escaped, so that it can be found reliably.
const SCRIPT: &str = "<script>\n\"use strict\";";

/// The element that the script for trying moves extends; only pages of games have it.
const GAME: &str = r#"class="controls switches""#;

const TRY_SCRIPT: &str = concat!(include_str!("page_try.js"), include_str!("page_solve.js"));
const TRY_STYLE: &str = include_str!("page_try.css");
const LIVE_SCRIPT: &str = include_str!("page_live.js");
const LIVE_STYLE: &str = include_str!("page_live.css");

/// The additional function of a served page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// Shows the page as it is.
    Reading,
    /// Requests evaluations of positions, so that the reader can try moves.
    Trying,
    /// Shows a game in progress, and polls for moves after this version of it.
    Live(u64),
}

/// Adds a service to a review page. `nonce` marks the scripts that the browser may run.
///
/// # Errors
/// Returns [`PageError`] if `page` is not a review page of this version.
pub fn render_served_page(page: &str, service: Service, nonce: &str) -> Result<String, PageError> {
    let (before, after) = page.split_once(POLICY).ok_or(PageError)?;
    let (head, body) = after.split_once("</head>").ok_or(PageError)?;
    let (body, script) = body.rsplit_once(SCRIPT).ok_or(PageError)?;
    let (script, end) = script.rsplit_once("</body>").ok_or(PageError)?;
    let (style, more) = match service {
        Service::Trying if body.contains(GAME) => (TRY_STYLE, TRY_SCRIPT.into()),
        Service::Reading | Service::Trying => ("", String::new()),
        Service::Live(version) => {
            (LIVE_STYLE, format!("const VERSION = {version};\n{LIVE_SCRIPT}"))
        }
    };
    let script = format!("<script nonce=\"{nonce}\">\n\"use strict\";{script}");
    let more = format!("<script nonce=\"{nonce}\">\n\"use strict\";\n{more}</script>\n");
    Ok(format!("{before}{head}<style>\n{style}</style>\n</head>{body}{script}{more}</body>{end}"))
}

/// A file that is not a review page of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the page was written by another version of the program: review the game again")]
pub struct PageError;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Game, Rules};
    use crate::nn::Nets;
    use crate::records::record::Record;
    use crate::review::output::live_page::live_page;

    #[test]
    fn served_page_has_only_scripts_with_nonce() {
        let size = BoardSize::new(9).expect("a size");
        let record = Record::record_with_nodes(&Game::new(size, Rules::CHINESE)).0;
        let page = live_page(record, &[], &Nets::default()).expect("a game");
        let page = String::from_utf8(page).expect("UTF-8");
        for service in [Service::Trying, Service::Live(7)] {
            let served = render_served_page(&page, service, "abc").expect("a page");
            assert!(!served.contains("http-equiv") && !served.contains("<script>"));
            assert_eq!(served.matches("<script nonce=\"abc\">").count(), 2);
            assert_eq!(served.contains("const VERSION = 7;"), service == Service::Live(7));
            assert!(served.ends_with("</html>\n"));
        }
        assert_eq!(render_served_page("<html>", Service::Trying, "abc"), Err(PageError));
    }

    #[test]
    fn try_script_is_added_to_game_pages_only() {
        let served = |page| render_served_page(page, Service::Trying, "abc").expect("a page");
        assert!(!served(include_str!("problem.html")).contains(TRY_SCRIPT));
        assert!(served(include_str!("page.html")).contains(TRY_SCRIPT));
    }
}
