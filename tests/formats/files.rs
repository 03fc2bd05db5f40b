//! Tests the archive and the JSON form of the table of tic-tac-toe, with intact, damaged and
//! invented bytes.

use perfectplay::game::Score;
use perfectplay::tictactoe::{Archive, ArchiveError, records};
use perfectplay::tictactoe::{Record, State};
use perfectplay::{Analysis, Move, Moves, Player, Value, lookup};
use proptest::prelude::*;

fn bytes() -> Vec<u8> {
    Archive::baked().to_bytes().unwrap()
}

/// Appends the correct checksum to the content, and returns the result.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&content);
    content.extend(checksum.to_le_bytes());
    content
}

/// Returns the bytes of the table without their checksum.
fn content() -> Vec<u8> {
    let mut bytes = bytes();
    bytes.truncate(bytes.len() - 4);
    bytes
}

#[test]
fn an_archive_survives_a_round_trip() {
    let archive = Archive::from_bytes(&bytes()).unwrap();
    assert_eq!(archive, Archive::baked());
    assert_eq!(archive.records().len(), 5478);
    for state in State::all() {
        assert_eq!(archive.get(state), lookup(state));
    }
    assert_eq!(archive.to_bytes().unwrap(), bytes());
}

#[test]
fn a_truncated_archive_is_refused() {
    let bytes = bytes();
    for length in (0..bytes.len())
        .step_by(97)
        .chain(bytes.len() - 8..bytes.len())
    {
        assert!(
            Archive::from_bytes(&bytes[..length]).is_err(),
            "{length} bytes"
        );
    }
}

#[test]
fn every_altered_bit_is_noticed() {
    let mut bytes = bytes();
    for byte in (0..64).chain((64..bytes.len()).step_by(499)) {
        for bit in 0..8 {
            bytes[byte] ^= 1 << bit;
            assert!(
                Archive::from_bytes(&bytes).is_err(),
                "bit {bit} of byte {byte}"
            );
            bytes[byte] ^= 1 << bit;
        }
    }
}

/// Alters an archive and corrects its checksum. The library must refuse the bytes, or read an
/// archive that does not contradict itself.
#[test]
fn an_altered_archive_with_a_correct_checksum_is_refused_or_consistent() {
    let content = content();
    for byte in (0..content.len()).step_by(331) {
        for bit in [0, 3, 7] {
            let mut altered = content.clone();
            altered[byte] ^= 1 << bit;
            if let Ok(archive) = Archive::from_bytes(&sealed(altered)) {
                let states = archive.records().windows(2);
                assert!(states.into_iter().all(|pair| pair[0].0 < pair[1].0));
                assert_eq!(archive.records().len(), 5478);
            }
        }
    }
}

#[test]
fn each_error_is_reported() {
    let refusal = |bytes: &[u8]| Archive::from_bytes(bytes).unwrap_err();
    assert!(matches!(refusal(b""), ArchiveError::Label));
    assert!(matches!(refusal(b"perfectpla"), ArchiveError::Label));
    assert!(matches!(
        refusal(b"perfectplay"),
        ArchiveError::Checksum { .. }
    ));
    assert!(matches!(
        refusal(b"perfectplay\x01\0\0\0\0"),
        ArchiveError::Checksum { .. }
    ));

    let mut version = content();
    version[11] = 2;
    assert!(matches!(
        refusal(&sealed(version)),
        ArchiveError::Version { found: 2 }
    ));

    let mut longer = content();
    let at = longer.len();
    longer.push(0);
    let error = refusal(&sealed(longer));
    assert!(matches!(error, ArchiveError::Trailing { at: found } if found == at));

    let mut counts = content();
    // The counts begin after the version. Each count begins with a byte for its length.
    counts[13] ^= 1;
    assert!(matches!(refusal(&sealed(counts)), ArchiveError::Counts));

    // This count claims more records than any memory can hold. The byte 253 means that eight bytes
    // follow.
    let mut huge = content()[..21].to_vec();
    huge.push(253);
    huge.extend(u64::MAX.to_le_bytes());
    assert!(matches!(refusal(&sealed(huge)), ArchiveError::Decode(_)));
}

#[test]
fn records_out_of_order_or_of_another_board_are_refused() {
    let mut swapped: Vec<_> = records().collect();
    swapped.swap(7, 8);
    let error = Archive::from_records(swapped).unwrap_err();
    assert!(matches!(error, ArchiveError::Order { index: 8 }));

    let mut doubled: Vec<_> = records().collect();
    doubled[5] = doubled[4];
    let error = Archive::from_records(doubled).unwrap_err();
    assert!(matches!(error, ArchiveError::Order { index: 5 }));

    let mut wrong: Vec<_> = records().collect();
    wrong[0].1 = wrong[1].1;
    let error = Archive::from_records(wrong).unwrap_err();
    assert!(matches!(error, ArchiveError::Record { index: 0 }));
}

proptest! {
    #[test]
    fn invented_bytes_are_refused(noise in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Archive::from_bytes(&noise).is_err());
        let mut content = b"perfectplay\x01".to_vec();
        content.extend(noise);
        if let Ok(archive) = Archive::from_bytes(&sealed(content)) {
            prop_assert!(archive.records().len() < 100);
        }
    }
}

#[test]
fn json_is_human_readable() {
    let state: State = "X.O/.../...".parse().unwrap();
    assert_eq!(serde_json::to_string(&state).unwrap(), r#""X.O/.../...""#);
    assert_eq!(
        serde_json::to_string(&lookup(state)).unwrap(),
        concat!(
            r#"{"value":"win","distance":5,"winning":[3,6,8],"losing":[1],"neutral":[4,5,7],"#,
            r#""best":[3,6,8],"occupied":[0,2]}"#,
        ),
    );
}

#[test]
fn json_survives_a_round_trip() {
    for (state, record) in records() {
        let text = serde_json::to_string(&(state, record)).unwrap();
        let back: (State, Record) = serde_json::from_str(&text).unwrap();
        assert_eq!(back, (state, record));
    }
    let all = (
        Player::Second,
        Value::Draw,
        Move::new(8),
        Moves::from_bits(0b1010),
    );
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(text, r#"["second","draw",8,[1,3]]"#);
    assert_eq!(
        serde_json::from_str::<(Player, Value, Option<Move>, Moves)>(&text).unwrap(),
        all
    );
}

/// A score stores distances only up to a limit. The reader must refuse a greater distance. A
/// greater distance would overflow into the bits of the value: a draw, for example, would become a
/// win.
#[test]
fn distances_from_outside_are_bounded() {
    let with_distance = |value: &str, distance: u64| {
        let text = format!(
            r#"{{"winning":[],"losing":[],"neutral":[],"best":[],"value":"{value}","distance":{distance}}}"#
        );
        serde_json::from_str::<Analysis>(&text)
    };
    let greatest = u64::from(Score::MAX_DISTANCE);
    for value in ["loss", "draw", "win"] {
        for distance in [0, 1, greatest] {
            let analysis = with_distance(value, distance).unwrap();
            assert_eq!(analysis.score().distance().map(u64::from), Some(distance));
            assert_eq!(analysis.score().value().to_string(), value);
        }
        for distance in [greatest + 1, 4_000_000_000, u32::MAX.into()] {
            let error = with_distance(value, distance).unwrap_err().to_string();
            assert!(error.contains("expected a distance below"), "{error}");
        }
    }
}

#[test]
fn json_is_validated() {
    let refusal = |text: &str| serde_json::from_str::<State>(text).unwrap_err().to_string();
    assert!(refusal(r#""X.O/.Y./..O""#).contains("found 'Y' at character 6"));
    assert!(refusal("7").contains("expected a board such as"));
    assert!(serde_json::from_str::<Move>("64").is_err());
    assert!(serde_json::from_str::<Moves>("[1, 64]").is_err());
    let inconsistent = r#"{"value":"loss","distance":5,"winning":[3,6,8],"losing":[1],
        "neutral":[4,5,7],"best":[3,6,8],"occupied":[0,2]}"#;
    let error = serde_json::from_str::<Record>(inconsistent).unwrap_err();
    assert!(
        error.to_string().contains("agree with the value"),
        "{error}"
    );
}
