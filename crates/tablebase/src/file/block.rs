//! Packs blocks and unpacks them. A block lists thousands of numbers in rising order, with a score
//! code for each number. A number is the rank or the key of a state.
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | length *n* of the first part; the highest bit is set if the part consists of bits |
//! | *n* | the numbers |
//! | | the codes, one after the other; empty if the numbers have no codes |
//!
//! The numbers and the codes are compressed separately (RFC 1951). No number is below the *base* of
//! the block. With a dense index, the base is the lowest number that the block may contain. With a
//! sparse index, the base is 0. The numbers are stored in one of two forms. In the form of bits,
//! bit *i* tells whether the number *base* + *i* is in the block. In the form of steps, a *step* is
//! stored for each number. The step of a number counts the integers that are skipped between the
//! previous number and this number. The step of the first number is its distance from the base. A
//! step is cut into groups of seven bits, one byte for each group, the lowest group first. The
//! eighth bit is set in every byte of a step except the last. The writer chooses the form that is
//! likely to be smaller. A block without numbers has no bytes.

use std::cell::RefCell;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::file::code::CodeWidth;
use crate::index::Form;

/// The compression level of scores. Tables are kept for years, so small files matter more than
/// speed.
pub(crate) const SMALL: Compression = Compression::new(6);
/// The compression level of temporary data, which are deleted once the game is solved. For these
/// data, speed matters more than size.
pub(crate) const QUICK: Compression = Compression::new(1);

impl Form {
    /// Returns how many ranks (dense index) or keys (sparse index) a full block covers. Some of
    /// these ranks may belong to no reachable state. These sizes are a compromise. If blocks had a
    /// quarter of this size, a look-up would read only a quarter of the bytes. With such small
    /// blocks, a file would be an eighth larger.
    pub(crate) const fn block(self) -> u64 {
        match self {
            Self::Dense => 1 << 15,
            Self::Sparse => 1 << 13,
        }
    }

    /// Returns the greatest number of bytes that the numbers of a block take before compression.
    const fn most_bytes(self) -> usize {
        match self {
            // A step never has more bytes than the count of numbers that it covers: a step of one
            // byte covers at least one number, and a longer step covers more than a hundred.
            Self::Dense => self.block() as usize,
            Self::Sparse => self.block() as usize * LONGEST,
        }
    }

    /// Returns the greatest size in bytes of a block whose codes have `width` bytes each.
    pub(crate) const fn most_packed(self, width: usize) -> u64 {
        let parts = [self.most_bytes(), self.block() as usize * width];
        (4 + most_compressed(parts[0]) + most_compressed(parts[1])) as u64
    }
}

/// The greatest number of bytes that one step takes. Each byte holds seven bits of the step.
const LONGEST: usize = u64::BITS.div_ceil(7) as usize;
/// A flag in the 32-bit length with which a block begins. The flag is set if the numbers of the
/// block are stored in the form of bits.
const BITS: u32 = 1 << 31;

/// An unpacked block of rising numbers. Each number has a code of one or two bytes, unless the
/// block has no codes.
#[derive(Debug, Default)]
pub(crate) struct Block {
    numbers: RisingNumbers,
    codes: Vec<u8>,
    width: usize,
}

/// A compact set of rising numbers.
#[derive(Debug)]
enum RisingNumbers {
    /// Stores the numbers as bits. `.0` is the base of the block. `.1` contains the bits: bit *i*
    /// is set if the number *base* + *i* is present. `.2` contains, for each word in `.1`, the
    /// number of bits that are set in the words before it.
    Bits(u64, Vec<u64>, Vec<u32>),
    List(Vec<u64>),
}

impl Default for RisingNumbers {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Block {
    pub fn len(&self) -> usize {
        match &self.numbers {
            RisingNumbers::Bits(_, words, before) => match (words.last(), before.last()) {
                (Some(word), Some(before)) => (before + word.count_ones()) as usize,
                _ => 0,
            },
            RisingNumbers::List(numbers) => numbers.len(),
        }
    }

    #[inline]
    pub fn code_at(&self, at: usize) -> u32 {
        let from = at * self.width;
        match self.width {
            0 => 0,
            1 => self.codes[from].into(),
            _ => u16::from_le_bytes([self.codes[from], self.codes[from + 1]]).into(),
        }
    }

    pub fn code(&self, number: u64) -> Option<u32> {
        let at = match &self.numbers {
            RisingNumbers::Bits(base, words, before) => {
                let at = number.checked_sub(*base)?;
                let word = *words.get((at / 64) as usize)?;
                let below = word & ((1 << (at % 64)) - 1);
                (word >> (at % 64) & 1 == 1)
                    .then(|| (before[(at / 64) as usize] + below.count_ones()) as usize)?
            }
            RisingNumbers::List(numbers) => numbers.binary_search(&number).ok()?,
        };
        Some(self.code_at(at))
    }

    #[inline]
    pub fn each(&self, mut each: impl FnMut(u64, u32)) {
        match &self.numbers {
            RisingNumbers::Bits(base, words, _) => {
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
            RisingNumbers::List(numbers) => {
                for (at, &number) in numbers.iter().enumerate() {
                    each(number, self.code_at(at));
                }
            }
        }
    }

    /// Returns the keys, in ascending order, if the block was packed with a sparse index;
    /// otherwise, an empty slice.
    pub fn keys(&self) -> &[u64] {
        match &self.numbers {
            RisingNumbers::List(numbers) => numbers,
            RisingNumbers::Bits(..) => &[],
        }
    }
}

/// Compresses rising numbers and their codes. No number may be below `base`. There is one code for
/// each number, or there are no codes.
pub(crate) fn pack<W: CodeWidth>(
    base: u64,
    numbers: &[u64],
    codes: &[W],
    level: Compression,
) -> Vec<u8> {
    let Some(&last) = numbers.last() else {
        return Vec::new();
    };
    // The share of present numbers nearly always tells which form is smaller.
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
        let codes: Vec<u8> = codes
            .flat_map(|code| code.into_iter().take(W::BYTES))
            .collect();
        compress(&codes, level, &mut packed);
    }
    packed
}

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

fn bits_of(numbers: &[u64], base: u64, last: u64) -> Vec<u8> {
    let mut bits = vec![0; ((last - base) / 8) as usize + 1];
    for &number in numbers {
        let at = (number - base) as usize;
        bits[at / 8] |= 1 << (at % 8);
    }
    bits
}

/// Reads a block whose base is `base`. Codes have `width` bytes; a width of 0 means no codes.
/// Returns `None` if `packed` is not a block with this base and this width.
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
            if has_bits {
                set_words(&mut words, &plain)?;
            } else {
                NumbersReader::new(has_bits, base).read_all(&plain, |number| {
                    let at = number - base;
                    let word = words.get_mut((at / 64) as usize);
                    word.map(|word| *word |= 1 << (at % 64)).is_some()
                })?;
            }
            let mut count = 0;
            let before = words.iter().map(|word: &u64| {
                let before = count;
                count += word.count_ones();
                before
            });
            let before = before.collect();
            (RisingNumbers::Bits(base, words, before), count as usize)
        }
        Form::Sparse => {
            let mut keys = Vec::with_capacity(form.block() as usize);
            NumbersReader::new(has_bits, base).read_all(&plain, |key| {
                keys.push(key);
                keys.len() as u64 <= form.block()
            })?;
            let count = keys.len();
            (RisingNumbers::List(keys), count)
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

/// Fills `words` from `bytes`. If `bytes` is too long for `words` and a surplus byte is not 0,
/// returns `None`.
fn set_words(words: &mut [u64], bytes: &[u8]) -> Option<()> {
    let (whole, rest) = bytes.split_at(bytes.len().min(8 * words.len()));
    for (word, bytes) in words.iter_mut().zip(whole.chunks(8)) {
        let mut little = [0; 8];
        little[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(little);
    }
    rest.iter().all(|&byte| byte == 0).then_some(())
}

/// Looks up the codes of the numbers `wanted` in a packed block. The result contains `None` for
/// each number that the block does not contain. The numbers must rise. Reads the block only as far
/// as necessary. If the bytes `packed` are damaged, the whole result is `None`.
pub(crate) fn codes_of(
    packed: &[u8],
    form: Form,
    base: u64,
    width: usize,
    wanted: &[u64],
) -> Option<Vec<Option<u32>>> {
    let mut codes = vec![None; wanted.len()];
    if packed.is_empty() {
        return Some(codes);
    }
    let (&len, parts) = packed.split_first_chunk()?;
    let len = u32::from_le_bytes(len);
    let (plain, packed_codes) = parts.split_at_checked((len & !BITS) as usize)?;
    // For each wanted number that is present, its position in `wanted` and its position in the
    // block.
    let mut found = Vec::with_capacity(wanted.len());
    let (mut at, mut asked) = (0, 0);
    let has_bits = len & BITS != 0;
    let mut reader = NumbersReader::new(has_bits, base);
    let mut look = |mut bytes: &[u8]| {
        while let (Some(&next), false) = (wanted.get(asked), bytes.is_empty()) {
            let (numbers, rest) = reader.skip(bytes, next);
            at += numbers;
            let (some, rest) = rest.split_at(rest.len().min(16));
            bytes = rest;
            reader.read(some, |number| {
                while wanted.get(asked).is_some_and(|&wanted| wanted < number) {
                    asked += 1;
                }
                while wanted.get(asked) == Some(&number) {
                    found.push((asked, at));
                    asked += 1;
                }
                at += 1;
                true
            })?;
        }
        Some(asked < wanted.len())
    };
    match wanted.last() {
        // The position of the last wanted number's bit is known.
        Some(last) if has_bits => {
            let behind = (last.checked_sub(base)? / 8) as usize + 1;
            look(&inflate_front(plain, behind.min(form.most_bytes()))?.0)?;
        }
        _ => inflate(plain, form.most_bytes(), look)?,
    }
    let Some(&(_, last)) = found.last() else {
        return Some(codes);
    };
    let (bytes, _) = inflate_front(packed_codes, (last + 1) * width)?;
    for (asked, at) in found {
        let code = bytes.get(at * width..(at + 1) * width)?.iter().rev();
        codes[asked] = Some(code.fold(0, |code, &byte| code << 8 | u32::from(byte)));
    }
    Some(codes)
}

/// Reads the numbers in the first part of a block one by one.
struct NumbersReader {
    has_bits: bool,
    /// The lowest value that the next number of the block may have. `None` after `u64::MAX`,
    /// because no greater number exists.
    next: Option<u64>,
    step: u64,
    shift: u32,
}

impl NumbersReader {
    const fn new(has_bits: bool, base: u64) -> Self {
        Self {
            has_bits,
            next: Some(base),
            step: 0,
            shift: 0,
        }
    }

    /// Calls `put` with each number until `put` returns `false`. Returns whether `put` accepted all
    /// numbers, or `None` if the bytes are damaged.
    #[inline]
    fn read(&mut self, bytes: &[u8], mut put: impl FnMut(u64) -> bool) -> Option<bool> {
        if self.has_bits {
            for &byte in bytes {
                let mut rest = byte;
                while rest != 0 {
                    let number = self.next?.checked_add(rest.trailing_zeros().into())?;
                    if !put(number) {
                        return Some(false);
                    }
                    rest &= rest - 1;
                }
                self.next = self.next?.checked_add(8);
            }
            return Some(true);
        }
        for &byte in bytes {
            if self.shift >= u64::BITS {
                return None;
            }
            self.step |= u64::from(byte & 0x7f) << self.shift;
            self.shift += 7;
            if byte < 0x80 {
                let number = self.next?.checked_add(self.step)?;
                if !put(number) {
                    return Some(false);
                }
                self.next = number.checked_add(1);
                (self.step, self.shift) = (0, 0);
            }
        }
        Some(true)
    }

    /// Skips the numbers below `number`, eight bytes at a time. Returns the count of skipped
    /// numbers, and the bytes that are left.
    fn skip<'b>(&mut self, mut bytes: &'b [u8], number: u64) -> (usize, &'b [u8]) {
        const HALVES: u64 = 0x00ff_00ff_00ff_00ff;
        let mut skipped = 0;
        while let (0, Some(next), Some((&word, rest))) =
            (self.shift, self.next, bytes.split_first_chunk())
        {
            let word = u64::from_le_bytes(word);
            let (numbers, steps) = if self.has_bits {
                (word.count_ones(), 64)
            } else if word & 0x8080_8080_8080_8080 == 0 {
                // This adds up all eight bytes: first in pairs, and then all pairs.
                let pairs = (word & HALVES) + (word >> 8 & HALVES);
                (8, 8 + (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48))
            } else {
                break;
            };
            let Some(after) = next.checked_add(steps).filter(|&after| after <= number) else {
                break;
            };
            self.next = Some(after);
            skipped += numbers as usize;
            bytes = rest;
        }
        (skipped, bytes)
    }

    /// Calls `put` with all numbers. Returns `None` if `put` refuses a number, or if the bytes are
    /// damaged or end within a step.
    #[inline]
    fn read_all(mut self, bytes: &[u8], put: impl FnMut(u64) -> bool) -> Option<()> {
        (self.read(bytes, put)? && self.shift == 0).then_some(())
    }
}

/// Returns the first key of a block that was packed with a sparse index.
pub(crate) fn first_key(packed: &[u8]) -> Option<u64> {
    let (&len, parts) = packed.split_first_chunk()?;
    let len = u32::from_le_bytes(len);
    let (plain, _) = parts.split_at_checked((len & !BITS) as usize)?;
    let mut first = None;
    let mut reader = NumbersReader::new(len & BITS != 0, 0);
    inflate(plain, Form::Sparse.most_bytes(), |bytes| {
        reader.read(bytes, |key| {
            first = Some(key);
            false
        })
    })?;
    first
}

thread_local! {
    /// The compressors are kept, because creating one takes longer than compressing a small block.
    static COMPRESS: RefCell<[Compress; 2]> =
        RefCell::new([QUICK, SMALL].map(|level| Compress::new(level, false)));
    static DECOMPRESS: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

/// Returns the greatest size that `bytes` bytes can have after compression. Compression may make
/// data larger: the fast level makes data without repetitions an eighth larger.
const fn most_compressed(bytes: usize) -> usize {
    64 + bytes + bytes / 4
}

fn compress(bytes: &[u8], level: Compression, packed: &mut Vec<u8>) {
    packed.reserve(most_compressed(bytes.len()));
    COMPRESS.with_borrow_mut(|compress| {
        let compress = &mut compress[usize::from(level == SMALL)];
        compress.reset();
        let status = compress.compress_vec(bytes, packed, FlushCompress::Finish);
        assert!(
            matches!(status, Ok(Status::StreamEnd)),
            "there is room for it"
        );
    });
}

/// Decompresses all bytes. Returns `None` if `bytes` are damaged, or if the result has more than
/// `most` bytes.
fn decompress(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    // One more byte shows whether the result is too long.
    let (plain, is_whole) = inflate_front(bytes, most + 1)?;
    (is_whole && plain.len() <= most).then_some(plain)
}

/// Decompresses the first `count` bytes, or all bytes if there are fewer. Returns the decompressed
/// bytes, and whether these are all of the data. Returns `None` if the bytes are damaged.
fn inflate_front(bytes: &[u8], count: usize) -> Option<(Vec<u8>, bool)> {
    let mut plain = Vec::with_capacity(count);
    DECOMPRESS.with_borrow_mut(|decompress| {
        decompress.reset(false);
        let status = decompress.decompress_vec(bytes, &mut plain, FlushDecompress::Finish);
        let is_whole =
            status.ok()? == Status::StreamEnd && decompress.total_in() == bytes.len() as u64;
        Some((plain, is_whole))
    })
}

/// Decompresses bytes piece by piece, and calls `put` with each piece until `put` returns false.
/// Returns `None` if the result has more than `most` bytes, or the bytes are damaged.
fn inflate(bytes: &[u8], most: usize, mut put: impl FnMut(&[u8]) -> Option<bool>) -> Option<()> {
    const PIECE: usize = 1 << 12;
    let mut plain = [0; PIECE];
    DECOMPRESS.with_borrow_mut(|decompress| {
        decompress.reset(false);
        loop {
            let [read, written] =
                [decompress.total_in(), decompress.total_out()].map(|n| n as usize);
            let status = decompress.decompress(&bytes[read..], &mut plain, FlushDecompress::None);
            let more = decompress.total_out() as usize - written;
            if written + more > most || !put(&plain[..more])? {
                return (written + more <= most).then_some(());
            }
            match status.ok()? {
                Status::StreamEnd => return Some(()),
                // The bytes end too early.
                _ if more == 0 => return None,
                _ => {}
            }
        }
    })
}

/// Returns the checksum of a block. The checksum also covers `number`, the position of the block,
/// so that exchanged blocks are detected.
pub(crate) fn checksum(number: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns numbers in rising order that fit into one block with the base `base`. The integers
    /// from `base` on are divided into ranges of `gap` integers. The result contains one integer of
    /// each range.
    fn numbers(form: Form, base: u64, gap: u64) -> Vec<u64> {
        let mut next = base;
        let numbers = (0..form.block()).map(|at| {
            let number = next + at * at % gap;
            next += gap;
            number
        });
        let is_in_block = |number: &u64| form == Form::Sparse || *number < base + form.block();
        numbers.take_while(is_in_block).collect()
    }

    /// Packs numbers with codes, and checks that `Block::code` and `codes_of` return these codes.
    /// With a small `gap`, the numbers are stored as bits; with a large `gap`, they are stored as
    /// steps. Looks up some numbers twice, and also looks up numbers that the block does not
    /// contain.
    fn some_codes_are_those_of_all<W: CodeWidth>(form: Form, base: u64, gap: u64) {
        let numbers = numbers(form, base, gap);
        let codes: Vec<W> = (0..numbers.len() as u32)
            .map(|at| W::new(1 + at * 7 % ((1 << (8 * W::BYTES)) - 1)))
            .collect();
        let packed = pack(base, &numbers, &codes, QUICK);
        let block = unpack(&packed, form, base, W::BYTES).expect("a block");
        assert_eq!(block.len(), numbers.len());
        let mut each = Vec::new();
        block.each(|number, code| each.push((number, code)));
        let expected = codes.iter().map(|code| code.number());
        assert!(each == numbers.iter().copied().zip(expected).collect::<Vec<_>>());

        for step in [1, 50, 3000] {
            let some = numbers.iter().step_by(step);
            let wanted: Vec<u64> = some.flat_map(|&at| [at, at, at + 1]).collect();
            let code = |number| Some(codes[numbers.binary_search(number).ok()?].number());
            let expected: Vec<Option<u32>> = wanted.iter().map(code).collect();
            let found: Vec<Option<u32>> = wanted.iter().map(|&at| block.code(at)).collect();
            assert!(found == expected, "{form} {gap} {step}");
            let found = codes_of(&packed, form, base, W::BYTES, &wanted);
            assert!(found.as_ref() == Some(&expected), "{form} {gap} {step}");
        }
        assert_eq!(
            codes_of(&packed, form, base, W::BYTES, &[]),
            Some(Vec::new())
        );
    }

    #[test]
    fn some_codes_are_those_of_the_whole_block() {
        for gap in [1, 2, 3, 30, 1000] {
            some_codes_are_those_of_all::<u8>(Form::Dense, 3 << 15, gap);
            some_codes_are_those_of_all::<u16>(Form::Dense, 3 << 15, gap);
        }
        for gap in [1, 2, 50, 100, 1000, 1 << 40] {
            some_codes_are_those_of_all::<u8>(Form::Sparse, 0, gap);
            some_codes_are_those_of_all::<u16>(Form::Sparse, 0, gap);
        }
    }
}
