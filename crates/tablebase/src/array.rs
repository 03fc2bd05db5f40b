//! Large arrays, whose memory goes back to the system as soon as they are dropped.

use crate::error::Error;

/// The size in bytes above which an array gets a memory mapping of its own.
const LARGE: usize = 1 << 20;

/// The smallest size in bytes of an array that glibc never places on its heap
/// (`DEFAULT_MMAP_THRESHOLD_MAX`). When glibc frees an array of some megabytes on its heap, the
/// memory often stays with the process, as a gap in the heap. In a game of 7·10^10 states, such
/// gaps took a third of the memory. So an array above [`LARGE`] bytes gets at least [`MAPPED`]
/// bytes. The unused bytes cost nothing, because pages that are never written take no memory.
const MAPPED: usize = if cfg!(all(
    target_os = "linux",
    target_env = "gnu",
    target_pointer_width = "64"
)) {
    (32 << 20) + 1
} else {
    0
};

/// Returns the capacity to reserve for `len` items. If the items take more than [`LARGE`] bytes,
/// the capacity is large enough for a memory mapping of its own.
const fn capacity<T>(len: usize) -> usize {
    let least = MAPPED.div_ceil(size_of::<T>());
    if len > LARGE / size_of::<T>() && len < least {
        least
    } else {
        len
    }
}

/// Returns an empty array with room for `len` items.
///
/// # Errors
/// Fails when the system has no memory left.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut array = Vec::new();
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    match array.try_reserve_exact(capacity::<T>(len)) {
        Ok(()) => Ok(array),
        Err(_) => Err(Error::Allocation { bytes }),
    }
}

/// Returns an array of `len` items with their default value: 0.
///
/// # Errors
/// Fails when the system has no memory left.
pub(crate) fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>, Error> {
    // Check that there is memory: `vec!` would end the process.
    drop(with_room::<T>(len)?);
    // The system provides zeroed memory without writing to it.
    let mut array = vec![T::default(); capacity::<T>(len)];
    array.truncate(len);
    Ok(array)
}
