//! What text in charsets of one byte costs, as in `pairs`: letters by their frequency, in words that
//! begin with a capital or have none.

use encoding_rs::Encoding;

/// A charset of one byte, with the script that is meant by its letters.
pub(super) struct Letters {
    pub encoding: &'static Encoding,
    pub script: Script,
}

/// A script, by what its words look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Words are of these letters alone.
    Cyrillic,
    /// Letters with accents, one here and there among those of ASCII.
    Latin,
}

pub(super) const WINDOWS_1251: Letters =
    Letters { encoding: encoding_rs::WINDOWS_1251, script: Script::Cyrillic };
pub(super) const KOI8_R: Letters =
    Letters { encoding: encoding_rs::KOI8_R, script: Script::Cyrillic };
pub(super) const WINDOWS_1252: Letters =
    Letters { encoding: encoding_rs::WINDOWS_1252, script: Script::Latin };

impl Letters {
    /// The cost of bytes. ASCII costs nothing.
    pub(super) fn cost(&self, bytes: &[u8]) -> u32 {
        let (text, _) = self.encoding.decode_without_bom_handling(bytes);
        let (mut cost, mut before) = (0, ' ');
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied().unwrap_or(' ');
            if !character.is_ascii() {
                cost += match self.script {
                    Script::Cyrillic => cyrillic(before, character, next),
                    Script::Latin => latin(before, character, next),
                };
            }
            before = character;
        }
        cost
    }
}

/// Signs that stand in names and sentences beside letters.
const SIGNS: &str = "«»“”„‘’–—…°№·\u{A0}";

/// What stands for a byte that a charset leaves free or has for controls and frames.
const RARE: u32 = 15;

fn cyrillic(before: char, character: char, next: char) -> u32 {
    if !character.is_alphabetic() {
        return if SIGNS.contains(character) { 9 } else { RARE };
    }
    let frequency = match character.to_lowercase().next().unwrap_or(character) {
        'о' | 'е' | 'а' | 'и' | 'н' => 4,
        'т' | 'с' | 'р' | 'в' | 'л' | 'к' | 'м' | 'д' => 5,
        'п' | 'у' | 'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' | 'ч' | 'й' | 'х' | 'ж' | 'ш' => {
            6
        }
        'ю' | 'ц' | 'щ' | 'э' | 'ф' | 'ё' => 8,
        'ъ' | 'і' | 'ї' | 'є' => 11,
        _ => RARE,
    };
    let case = match (before.is_alphabetic(), before.is_uppercase(), character.is_uppercase()) {
        (false, _, true) | (true, _, false) => 0,
        (false, _, false) => 2,
        (true, true, true) => 2,
        (true, false, true) => 7,
    };
    let mixed = before.is_ascii_alphabetic() || next.is_ascii_alphabetic();
    frequency + case + if mixed { 14 } else { 0 }
}

fn latin(before: char, character: char, next: char) -> u32 {
    if !character.is_alphabetic() {
        return if SIGNS.contains(character) { 9 } else { RARE };
    }
    let frequency = match character.to_lowercase().next().unwrap_or(character) {
        'é' | 'ü' | 'ö' | 'ä' => 5,
        'è' | 'á' | 'í' | 'ó' | 'ç' | 'å' | 'ø' | 'ñ' | 'ß' | 'ê' | 'ã' => 7,
        'à' | 'ú' | 'æ' | 'ë' | 'ï' | 'ô' | 'õ' | 'î' | 'â' | 'ò' | 'ý' | 'š' | 'ž' => {
            8
        }
        'ì' | 'ù' | 'û' | 'ð' | 'þ' | 'ÿ' | 'œ' => 10,
        _ => RARE,
    };
    let is_capital_inside = before.is_lowercase() && character.is_uppercase();
    let has_neighbour = before.is_ascii_alphabetic() || next.is_ascii_alphabetic();
    let beside_another = !before.is_ascii() || !next.is_ascii();
    let place = match (has_neighbour, beside_another) {
        (true, false) => 0,
        (true, true) => 1,
        // The word à.
        (false, false) => 4,
        (false, true) => 8,
    };
    frequency + place + if is_capital_inside { 8 } else { 0 }
}
