//! Large arrays, whose memory goes back to the system as soon as they are dropped.

/// Arrays of more bytes have a mapping of their own.
const LARGE: usize = 1 << 20;

/// What glibc never takes from its heap: at most so many bytes (`DEFAULT_MMAP_THRESHOLD_MAX`). The
/// heap keeps the gaps that arrays of some megabytes leave, a third of what is held in a game of
/// 7·10^10 states. Pages that are not written to take no memory.
const MAPPED: usize = if cfg!(all(
    target_os = "linux",
    target_env = "gnu",
    target_pointer_width = "64"
)) {
    (32 << 20) + 1
} else {
    0
};

/// For how many items there must be room, so that so many have a mapping.
const fn capacity<T>(len: usize) -> usize {
    let least = MAPPED.div_ceil(size_of::<T>());
    if len > LARGE / size_of::<T>() && len < least {
        least
    } else {
        len
    }
}

/// No items, with room for so many.
pub(crate) fn with_room<T>(len: usize) -> Vec<T> {
    Vec::with_capacity(capacity::<T>(len))
}

/// So many items, each of which is the default: nought.
pub(crate) fn zeros<T: Clone + Default>(len: usize) -> Vec<T> {
    // The system gives such memory without writing to it.
    let mut array = vec![T::default(); capacity::<T>(len)];
    array.truncate(len);
    array
}
