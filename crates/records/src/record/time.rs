//! Start time of a game: date and time of day in ISO 8601.
//!
//! One parser serves wei7 3.0 and 2.2. It accepts the union of both syntaxes and preserves their differences: omitted
//! seconds, the digits of a fraction, and the time zone. Each format checks which of these it allows.
//! Zones are converted only on request.

use std::fmt;

/// A date and time as written. Equal instants with different notation are not equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Time {
    /// The year, with at least four digits.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to the length of the month.
    pub day: u8,
    /// The hour, 0 to 24; 24 is midnight at the end of the day.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 60, if specified; 60 is a leap second.
    pub second: Option<u8>,
    /// The digits after the decimal point of the seconds.
    pub fraction: String,
    /// The time zone in minutes east of UTC, -840 to 840, if specified; 0 is `Z`.
    pub zone: Option<i16>,
}

impl Time {
    /// Parses `YYYY-MM-DDThh:mm[:ss[.f…]][Z|±hh:mm]`, including negative years and years of more than four digits.
    /// Returns `None` if the text is malformed or the date does not exist.
    pub fn parse(text: &str) -> Option<Time> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let year_digits = text.find('-').filter(|&digits| digits >= 4)?;
        let (year, rest) = text.split_at(year_digits);
        let year = i32::try_from(number(year)?).ok()?;
        let mut rest = Scanner(rest);
        let month = rest.after("-")?;
        let day = rest.after("-")?;
        let hour = rest.after("T")?;
        let minute = rest.after(":")?;
        let second = if rest.0.starts_with(':') { Some(rest.after(":")?) } else { None };
        let fraction = match second.and_then(|_| rest.0.strip_prefix('.')) {
            Some(after) => {
                let digits = after.bytes().take_while(u8::is_ascii_digit).count();
                rest.0 = &after[digits..];
                if digits == 0 {
                    return None;
                }
                after[..digits].to_string()
            }
            None => String::new(),
        };
        let zone = rest.zone()?;
        let year = if negative { -year } else { year };
        let time = Time { year, month, day, hour, minute, second, fraction, zone };
        if time.exists() { Some(time) } else { None }
    }

    /// Converts seconds since the start of 1970 to UTC (Hinnant's `civil_from_days`).
    pub fn since_1970(seconds: u64) -> Time {
        let (day, of_day) = (seconds / 86_400, seconds % 86_400);
        let shifted = day + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Time {
            year: i32::try_from(year).unwrap_or(i32::MAX),
            month: month as u8,
            day: (of_year - (153 * from_march + 2) / 5 + 1) as u8,
            hour: (of_day / 3600) as u8,
            minute: (of_day / 60 % 60) as u8,
            second: Some((of_day % 60) as u8),
            fraction: String::new(),
            zone: Some(0),
        }
    }

    fn exists(&self) -> bool {
        let end_of_day = self.minute == 0
            && self.second.unwrap_or(0) == 0
            && self.fraction.bytes().all(|digit| digit == b'0');
        (1..=12).contains(&self.month)
            && (1..=month_length(self.year, self.month)).contains(&self.day)
            && (self.hour < 24 || self.hour == 24 && end_of_day)
            && self.minute < 60
            && self.second.unwrap_or(0) <= 60
    }

    /// Converts the time to UTC; a time without a zone is assumed to be UTC.
    pub fn in_utc(&self) -> Time {
        let mut time = self.clone();
        time.zone = Some(0);
        let of_day = i32::from(self.hour) * 60 + i32::from(self.minute);
        let minutes = of_day - i32::from(self.zone.unwrap_or(0));
        let of_day = minutes.rem_euclid(1440);
        (time.hour, time.minute) = ((of_day / 60) as u8, (of_day % 60) as u8);
        match minutes.div_euclid(1440) {
            0 => {}
            1.. => time.go_to_next_day(),
            _ => time.go_to_day_before(),
        }
        time
    }

    fn go_to_next_day(&mut self) {
        self.day += 1;
        if self.day > month_length(self.year, self.month) {
            self.day = 1;
            self.month = self.month % 12 + 1;
            self.year = self.year.saturating_add(i32::from(self.month == 1));
        }
    }

    fn go_to_day_before(&mut self) {
        self.day -= 1;
        if self.day == 0 {
            self.month = (self.month + 10) % 12 + 1;
            self.year = self.year.saturating_sub(i32::from(self.month == 12));
            self.day = month_length(self.year, self.month);
        }
    }

    /// Returns only the date: `2013-03-06`.
    pub fn date(&self) -> String {
        let sign = if self.year < 0 { "-" } else { "" };
        format!("{sign}{:04}-{:02}-{:02}", self.year.unsigned_abs(), self.month, self.day)
    }
}

/// Returns the number of days in a month of the proleptic Gregorian calendar (ISO 8601).
fn month_length(year: i32, month: u8) -> u8 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Parses a number that consists only of ASCII digits.
fn number(digits: &str) -> Option<u32> {
    if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// The remaining input.
struct Scanner<'t>(&'t str);

impl Scanner<'_> {
    /// Consumes a separator and two digits, and returns the digits as a number.
    fn after(&mut self, separator: &str) -> Option<u8> {
        let rest = self.0.strip_prefix(separator)?;
        let value = number(rest.get(..2)?)?;
        self.0 = &rest[2..];
        u8::try_from(value).ok()
    }

    /// Parses the zone at the end of the text; the inner `None` means no zone.
    fn zone(&mut self) -> Option<Option<i16>> {
        match self.0 {
            "" => return Some(None),
            "Z" => return Some(Some(0)),
            _ => {}
        }
        let sign = if self.0.starts_with('-') { -1 } else { 1 };
        let hours = self.after(if sign < 0 { "-" } else { "+" })?;
        let minutes = self.after(":")?;
        let all = i16::from(hours) * 60 + i16::from(minutes);
        if self.0.is_empty() && minutes < 60 && all <= 840 { Some(Some(sign * all)) } else { None }
    }
}

/// Formats the time in the syntax of [`Time::parse`].
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{:02}:{:02}", self.date(), self.hour, self.minute)?;
        if let Some(second) = self.second {
            write!(f, ":{second:02}")?;
        }
        if !self.fraction.is_empty() {
            write!(f, ".{}", self.fraction)?;
        }
        match self.zone {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(zone) => {
                let sign = if zone < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", zone.abs() / 60, zone.abs() % 60)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_roundtrip() {
        for text in [
            "2013-03-06T10:10Z",
            "2013-03-06T10:10:00Z",
            "2011-09-06T02:35:19.5822023+08:00",
            "2012-02-29T24:00:00",
            "-0044-03-15T12:00:00-00:30",
            "12013-12-31T23:59:60Z",
        ] {
            assert_eq!(Time::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn invalid_time_is_rejected() {
        for text in [
            "",
            "2013-03-06",
            "2013-02-29T10:10Z",
            "2013-13-01T10:10Z",
            "2013-00-01T10:10Z",
            "2013-03-06T24:01Z",
            "2013-03-06T10:60Z",
            "2013-03-06T10:10:61Z",
            "2013-03-06T10:10:00.Z",
            "2013-03-06T10:10.5Z",
            "2013-03-06T10:10z",
            "2013-03-06t10:10Z",
            "2013-03-06T10:10Z ",
            "2013-03-06T10:10+14:01",
            "2013-03-06T１0:10Z",
            "113-03-06T10:10Z",
        ] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }

    #[test]
    fn unix_time_converts_to_date() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400 + 86_399, "2000-02-29T23:59:59Z"),
            (1_767_139_200, "2025-12-31T00:00:00Z"),
        ] {
            assert_eq!(Time::since_1970(seconds).to_string(), text);
        }
    }

    #[test]
    fn utc_conversion_adjusts_day() {
        let utc = |text: &str| Time::parse(text).expect(text).in_utc().to_string();
        assert_eq!(utc("2011-09-06T02:35:19.5+08:00"), "2011-09-05T18:35:19.5Z");
        assert_eq!(utc("2012-01-01T00:30+08:00"), "2011-12-31T16:30Z");
        assert_eq!(utc("2011-12-31T23:30-01:00"), "2012-01-01T00:30Z");
        assert_eq!(utc("2012-03-01T00:00+01:00"), "2012-02-29T23:00Z");
        assert_eq!(utc("2012-02-29T24:00:00"), "2012-03-01T00:00:00Z");
    }
}
