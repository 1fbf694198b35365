//! The cost of decoded text in single-byte charsets and UTF-8, on the scale of `double_byte`: by letter frequency and
//! capitalisation within words.

use super::double_byte::BROKEN;

/// Returns the cost of a text. ASCII is free.
pub(super) fn cost(text: &str) -> u32 {
    let (mut cost, mut before) = (0, ' ');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        if !character.is_ascii() {
            cost += of_character(before, character, next);
        }
        before = character;
    }
    cost
}

/// Punctuation that occurs next to letters in names and text.
const SIGNS: &str = "«»“”„‘’–—…°№·\u{A0}";

/// The cost of a character for an unassigned byte, a control code or a box-drawing character.
const RARE: u32 = 15;

fn of_character(before: char, character: char, next: char) -> u32 {
    match character {
        '\u{FFFD}' => BROKEN,
        '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FFEF}' => 9,
        '\u{3040}'..='\u{30FF}' => 7,
        '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => 11,
        _ if SIGNS.contains(character) => 9,
        _ if !character.is_alphabetic() => RARE,
        '\u{400}'..='\u{52F}' => cyrillic(before, character, next),
        '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => latin(before, character, next),
        _ => other(before, character, next),
    }
}

fn cyrillic(before: char, character: char, next: char) -> u32 {
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
    let frequency = frequency_of_latin(character);
    let is_capital_inside = before.is_lowercase() && character.is_uppercase();
    let has_neighbour = before.is_ascii_alphabetic() || next.is_ascii_alphabetic();
    let beside_another = !before.is_ascii() || !next.is_ascii();
    let is_frequent = |c: char| c.is_ascii() || frequency_of_latin(c) <= FREQUENT;
    let place = match (has_neighbour, beside_another) {
        (true, false) => 0,
        (true, true) => 1,
        // The word à, and lists of umlauts.
        (false, false) => 4,
        (false, true) if [before, character, next].into_iter().all(is_frequent) => 2,
        (false, true) => 8,
    };
    frequency + place + if is_capital_inside { 8 } else { 0 }
}

/// The maximum cost of a language's most frequent letters.
const FREQUENT: u32 = 8;

fn frequency_of_latin(character: char) -> u32 {
    match character.to_lowercase().next().unwrap_or(character) {
        'é' | 'ü' | 'ö' | 'ä' => 5,
        'è' | 'á' | 'í' | 'ó' | 'ç' | 'å' | 'ø' | 'ñ' | 'ß' | 'ê' | 'ã' => 7,
        'à' | 'ú' | 'æ' | 'ë' | 'ï' | 'ô' | 'õ' | 'î' | 'â' | 'ò' | 'ý' | 'š' | 'ž' => {
            8
        }
        'č' | 'ř' | 'ě' | 'ů' | 'ł' | 'ą' | 'ę' | 'ć' | 'ś' | 'ż' | 'ő' | 'ű' | 'ğ' | 'ş' | 'ı'
        | 'ă' | 'ț' | 'ș' => 8,
        'ì' | 'ù' | 'û' | 'ð' | 'þ' | 'ÿ' | 'œ' | 'ź' | 'ń' | 'ň' | 'ď' | 'ť' | 'đ' => {
            10
        }
        _ => RARE,
    }
}

/// Returns the cost of a letter of another alphabet, whose words contain only letters of the same alphabet.
fn other(before: char, character: char, next: char) -> u32 {
    let is_of_same = |c: char| u32::from(c) >> 8 == u32::from(character) >> 8;
    if is_of_same(before) || is_of_same(next) { 7 } else { RARE }
}
