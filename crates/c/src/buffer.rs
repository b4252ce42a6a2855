//! Memory that the caller frees, and texts that handles lend.

use crate::given::fill;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr;

/// Bytes that belong to the caller, who frees them by pgnz_buffer_free(). A zero follows the last byte.
#[repr(C)]
pub struct Buffer {
    /// The first byte; null in a buffer that was freed.
    pub data: *mut u8,
    /// The number of bytes, without the zero.
    pub length: usize,
}

/// Numbers of games that belong to the caller, who frees them by pgnz_numbers_free().
#[repr(C)]
pub struct Numbers {
    /// The first number; null if they were freed.
    pub data: *mut u64,
    /// How many there are.
    pub length: usize,
}

impl Buffer {
    pub fn of(mut bytes: Vec<u8>) -> Self {
        let length = bytes.len();
        bytes.push(0);
        let data = Box::into_raw(bytes.into_boxed_slice()).cast();
        Self { data, length }
    }
}

impl Numbers {
    pub fn of(numbers: Vec<u64>) -> Self {
        let length = numbers.len();
        let data = Box::into_raw(numbers.into_boxed_slice()).cast();
        Self { data, length }
    }
}

/// Frees the memory of a buffer and empties it. A null pointer, or a buffer that is all zeros, is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_buffer_free(buffer: Option<&mut Buffer>) {
    let Some(buffer) = buffer.filter(|buffer| !buffer.data.is_null()) else {
        return;
    };
    let slice = ptr::slice_from_raw_parts_mut(buffer.data, buffer.length + 1);
    // SAFETY: `Buffer::of` has made it of a box of this length, and nobody else frees it.
    drop(unsafe { Box::from_raw(slice) });
    (buffer.data, buffer.length) = (ptr::null_mut(), 0);
}

/// Frees the memory of numbers and empties them. A null pointer, or what is all zeros, is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_numbers_free(numbers: Option<&mut Numbers>) {
    let Some(numbers) = numbers.filter(|numbers| !numbers.data.is_null()) else {
        return;
    };
    let slice = ptr::slice_from_raw_parts_mut(numbers.data, numbers.length);
    // SAFETY: `Numbers::of` has made it of a box of this length, and nobody else frees it.
    drop(unsafe { Box::from_raw(slice) });
    (numbers.data, numbers.length) = (ptr::null_mut(), 0);
}

/// A text that a handle lends, with a zero after its last byte.
#[derive(Clone, Debug)]
pub struct Text(Vec<u8>);

impl Text {
    pub fn of(bytes: impl Into<Vec<u8>>) -> Self {
        let mut bytes = bytes.into();
        bytes.push(0);
        Self(bytes)
    }

    /// Without the zero.
    pub fn bytes(&self) -> &[u8] {
        self.0.split_last().map_or(&[], |(_, bytes)| bytes)
    }

    /// Its first byte, for the caller, with its length.
    pub fn lend(&self, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
        fill(length, self.bytes().len());
        self.0.as_ptr().cast()
    }
}

/// The text if there is one, else a null pointer and length 0.
pub fn lend(text: Option<&Text>, length: Option<&mut MaybeUninit<usize>>) -> *const c_char {
    match text {
        Some(text) => text.lend(length),
        None => {
            fill(length, 0);
            ptr::null()
        }
    }
}

/// The first value of a list if there is one, else a null pointer and length 0.
pub fn lend_values<T>(values: Option<&[T]>, length: Option<&mut MaybeUninit<usize>>) -> *const T {
    fill(length, values.map_or(0, <[T]>::len));
    values.map_or(ptr::null(), <[T]>::as_ptr)
}
