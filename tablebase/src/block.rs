//! Blocks: some thousand numbers that rise, compressed, and a code beside each.
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | length *n* of the first part; the highest bit is set if it has bits |
//! | *n* | which numbers they are |
//! | | the codes, one after another; nothing, if the numbers have none |
//!
//! Both parts are compressed (RFC 1951), each by itself. No number is lower than the block's
//! *base*, which is that of its places with a dense index, and 0 with a sparse one. Either bit
//! *i* tells whether the number *base* + *i* is there. Or each number is told by how many others
//! there are between it and the one before, or the base: seven bits a byte, the lowest first, with
//! the eighth bit set in all bytes but the last. What seems to be
//! smaller is taken. A block without numbers has no bytes.

use std::cell::RefCell;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::code::Width;
use crate::index::Form;

/// How hard scores are compressed: they stay for years.
pub(crate) const SMALL: Compression = Compression::new(6);
/// How hard that is compressed which is needed until the game is solved.
pub(crate) const QUICK: Compression = Compression::new(1);

impl Form {
    /// How many numbers a block is about: those of so many ranks, of which each may be there, or
    /// so many keys. With a quarter of them a file is an eighth larger, and a look-up reads a
    /// quarter.
    pub(crate) const fn block(self) -> u64 {
        match self {
            Self::Dense => 1 << 15,
            Self::Sparse => 1 << 13,
        }
    }

    /// The most bytes that the first part of a block has before it is compressed.
    const fn most_bytes(self) -> usize {
        match self {
            // A number in two is there, or fewer. A long step takes the place of many.
            Self::Dense => self.block() as usize,
            Self::Sparse => self.block() as usize * LONGEST,
        }
    }

    /// The most bytes of a block with codes of so many bytes.
    pub(crate) const fn most_packed(self, width: usize) -> u64 {
        let parts = [self.most_bytes(), self.block() as usize * width];
        (4 + most_compressed(parts[0]) + most_compressed(parts[1])) as u64
    }
}

/// The most bytes of a number.
const LONGEST: usize = u64::BITS.div_ceil(7) as usize;
/// Set in the length of the first part if it has bits.
const BITS: u32 = 1 << 31;

/// Some numbers that rise, and their codes, of one or two bytes each, or none.
#[derive(Debug, Default)]
pub(crate) struct Block {
    numbers: Numbers,
    codes: Vec<u8>,
    width: usize,
}

/// Numbers that rise, in few bytes.
#[derive(Debug)]
enum Numbers {
    /// Of a block that begins at this base, a bit for each number that may be there; and by word,
    /// how many are set before it.
    Bits(u64, Vec<u64>, Vec<u32>),
    List(Vec<u64>),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Block {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match &self.numbers {
            Numbers::Bits(_, words, before) => match (words.last(), before.last()) {
                (Some(word), Some(before)) => (before + word.count_ones()) as usize,
                _ => 0,
            },
            Numbers::List(numbers) => numbers.len(),
        }
    }

    /// The code of the number at this place.
    #[inline]
    fn code_at(&self, at: usize) -> u32 {
        let from = at * self.width;
        match self.width {
            0 => 0,
            1 => self.codes[from].into(),
            _ => u16::from_le_bytes([self.codes[from], self.codes[from + 1]]).into(),
        }
    }

    /// The code of a number, if it is there.
    pub fn code(&self, number: u64) -> Option<u32> {
        let at = match &self.numbers {
            Numbers::Bits(base, words, before) => {
                let at = number.checked_sub(*base)?;
                let word = *words.get((at / 64) as usize)?;
                let below = word & ((1 << (at % 64)) - 1);
                (word >> (at % 64) & 1 == 1)
                    .then(|| (before[(at / 64) as usize] + below.count_ones()) as usize)?
            }
            Numbers::List(numbers) => numbers.binary_search(&number).ok()?,
        };
        Some(self.code_at(at))
    }

    /// Tells each number and its code.
    #[inline]
    pub fn each(&self, mut each: impl FnMut(u64, u32)) {
        match &self.numbers {
            Numbers::Bits(base, words, _) => {
                let mut at = 0;
                for (first, &word) in (*base..).step_by(64).zip(words) {
                    let mut rest = word;
                    while rest != 0 {
                        each(first + u64::from(rest.trailing_zeros()), self.code_at(at));
                        rest &= rest - 1;
                        at += 1;
                    }
                }
            }
            Numbers::List(numbers) => {
                for (at, &number) in numbers.iter().enumerate() {
                    each(number, self.code_at(at));
                }
            }
        }
    }

    /// The numbers of a block of keys.
    pub fn keys(&self) -> &[u64] {
        match &self.numbers {
            Numbers::List(numbers) => numbers,
            Numbers::Bits(..) => &[],
        }
    }

    /// The code of the key at this place.
    pub fn code_of_key(&self, at: usize) -> u32 {
        self.code_at(at)
    }
}

/// Compresses the codes of consecutive numbers from a base on, without those that are 0.
pub(crate) fn pack_all<W: Width>(base: u64, all: &[W]) -> Vec<u8> {
    let reached = || all.iter().filter(|&&code| code != W::default());
    let count = reached().count();
    let (mut numbers, mut codes) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for (number, &code) in (base..).zip(all) {
        if code != W::default() {
            numbers.push(number);
            codes.push(code);
        }
    }
    pack(base, &numbers, &codes, SMALL)
}

/// Compresses numbers that rise, from a base on, and their codes; one for each, or none.
pub(crate) fn pack<W: Width>(
    base: u64,
    numbers: &[u64],
    codes: &[W],
    level: Compression,
) -> Vec<u8> {
    let Some(&last) = numbers.last() else {
        return Vec::new();
    };
    // How full it is tells mostly which of both ways is the smaller one.
    let (count, span) = (numbers.len() as u64, last - base);
    let (is_rare, is_full) = (count <= span / 2, count > span - span / 16);
    let steps = (!is_full).then(|| (0, steps_of(numbers, base)));
    let bits = (!is_rare).then(|| (BITS, bits_of(numbers, base, last)));
    let ways = [steps, bits].into_iter().flatten().map(|(kind, plain)| {
        let mut packed = vec![0; 4];
        compress(&plain, level, &mut packed);
        let len = (packed.len() - 4) as u32 | kind;
        packed[..4].copy_from_slice(&len.to_le_bytes());
        packed
    });
    let mut packed = ways.min_by_key(Vec::len).unwrap_or_default();
    if !codes.is_empty() {
        let codes = codes.iter().map(|code| code.number().to_le_bytes());
        let codes: Vec<u8> = codes.flat_map(|code| code.into_iter().take(W::BYTES)).collect();
        compress(&codes, level, &mut packed);
    }
    packed
}

/// The numbers as steps from one to the next.
fn steps_of(numbers: &[u64], base: u64) -> Vec<u8> {
    let mut steps = Vec::with_capacity(2 * numbers.len());
    let mut next = base;
    for &number in numbers {
        let mut step = number.wrapping_sub(next);
        while step >= 0x80 {
            steps.push(step as u8 | 0x80);
            step >>= 7;
        }
        steps.push(step as u8);
        next = number.wrapping_add(1);
    }
    steps
}

/// The numbers as bits.
fn bits_of(numbers: &[u64], base: u64, last: u64) -> Vec<u8> {
    let mut bits = vec![0; ((last - base) / 8) as usize + 1];
    for &number in numbers {
        let at = (number - base) as usize;
        bits[at / 8] |= 1 << (at % 8);
    }
    bits
}

/// Reads a block that begins at this base, with codes of so many bytes, or none of 0. `None`
/// if it is no such block.
pub(crate) fn unpack(packed: &[u8], form: Form, base: u64, width: usize) -> Option<Block> {
    if packed.is_empty() {
        return Some(Block::default());
    }
    let (&len, parts) = packed.split_first_chunk()?;
    let len = u32::from_le_bytes(len);
    let (plain, codes) = parts.split_at_checked((len & !BITS) as usize)?;
    let plain = decompress(plain, form.most_bytes())?;
    let has_bits = len & BITS != 0;
    let (numbers, count) = match form {
        Form::Dense => {
            let mut words = vec![0; (form.block() / 64) as usize];
            let put = |number: u64| {
                let at = number - base;
                *words.get_mut((at / 64) as usize)? |= 1 << (at % 64);
                Some(())
            };
            each_number(&plain, has_bits, base, put)?;
            let mut count = 0;
            let before = words.iter().map(|word: &u64| {
                let before = count;
                count += word.count_ones();
                before
            });
            let before = before.collect();
            (Numbers::Bits(base, words, before), count as usize)
        }
        Form::Sparse => {
            let mut keys = Vec::with_capacity(form.block() as usize);
            let put = |key| {
                keys.push(key);
                (keys.len() as u64 <= form.block()).then_some(())
            };
            each_number(&plain, has_bits, base, put)?;
            let count = keys.len();
            (Numbers::List(keys), count)
        }
    };
    let codes = if width == 0 && codes.is_empty() {
        Vec::new()
    } else {
        decompress(codes, count * width)?
    };
    (count > 0 && codes.len() == count * width).then_some(Block {
        numbers,
        codes,
        width,
    })
}

/// Tells each number of the first part of a block; `None` if that cannot be, or there is no place
/// for one.
#[inline]
fn each_number(
    plain: &[u8],
    has_bits: bool,
    base: u64,
    mut put: impl FnMut(u64) -> Option<()>,
) -> Option<()> {
    if has_bits {
        for (at, &byte) in (0_u64..).step_by(8).zip(plain) {
            let mut rest = byte;
            while rest != 0 {
                put(base.checked_add(at + u64::from(rest.trailing_zeros()))?)?;
                rest &= rest - 1;
            }
        }
        return Some(());
    }
    // Behind the last number of all there is none.
    let mut next = Some(base);
    let (mut step, mut shift) = (0_u64, 0);
    for &byte in plain {
        if shift >= u64::BITS {
            return None;
        }
        step |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            let number = next?.checked_add(step)?;
            put(number)?;
            next = number.checked_add(1);
            (step, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(())
}

/// The first number of a block of keys.
pub(crate) fn first_key(packed: &[u8]) -> Option<u64> {
    let (&len, parts) = packed.split_first_chunk()?;
    let len = u32::from_le_bytes(len);
    let (plain, _) = parts.split_at_checked((len & !BITS) as usize)?;
    let mut first = None;
    // The first number is all that is asked for.
    let put = |key| {
        first = Some(key);
        None
    };
    if len & BITS != 0 {
        let bits = decompress(plain, Form::Sparse.most_bytes())?;
        each_number(&bits, true, 0, put);
    } else {
        let mut steps = [0; LONGEST];
        let mut decompress = Decompress::new(false);
        // It stops where there is no room for more.
        let _ = decompress.decompress(plain, &mut steps, FlushDecompress::None);
        each_number(&steps[..decompress.total_out() as usize], false, 0, put);
    }
    first
}

thread_local! {
    /// To make them takes longer than to compress a small block.
    static COMPRESS: RefCell<[Compress; 2]> =
        RefCell::new([QUICK, SMALL].map(|level| Compress::new(level, false)));
    static DECOMPRESS: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

/// How many bytes so many take compressed at most: quick compression makes nine bits of eight
/// where it finds nothing.
const fn most_compressed(bytes: usize) -> usize {
    64 + bytes + bytes / 4
}

/// Compresses bytes behind others, so hard.
fn compress(bytes: &[u8], level: Compression, packed: &mut Vec<u8>) {
    packed.reserve(most_compressed(bytes.len()));
    COMPRESS.with_borrow_mut(|compress| {
        let compress = &mut compress[usize::from(level == SMALL)];
        compress.reset();
        let status = compress.compress_vec(bytes, packed, FlushCompress::Finish);
        assert!(matches!(status, Ok(Status::StreamEnd)), "there is room for it");
    });
}

/// What was compressed, if that is all, and was no more than so many bytes.
fn decompress(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    // One byte more shows what is too long.
    let mut plain = Vec::with_capacity(most + 1);
    DECOMPRESS.with_borrow_mut(|decompress| {
        decompress.reset(false);
        let status = decompress.decompress_vec(bytes, &mut plain, FlushDecompress::Finish);
        let is_whole = matches!(status, Ok(Status::StreamEnd))
            && decompress.total_in() == bytes.len() as u64
            && plain.len() <= most;
        is_whole.then_some(plain)
    })
}

/// The checksum of a block, which also tells blocks in each other's place.
pub(crate) fn checksum(number: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}
