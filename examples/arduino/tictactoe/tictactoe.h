/* Made by `tests/chips/run --write`. */
/*
 * A player of tictactoe for both sides that never errs: 93 states, 34 bytes of data.
 *
 * It knows the states that it can meet while it plays from the start of a game. For any other
 * state, the answer is left to chance.
 *
 * Written by perfectplay. On AVR the data stay in flash.
 */
#ifndef TICTACTOE_PLAYBOOK_H
#define TICTACTOE_PLAYBOOK_H

#include <stdint.h>

#ifndef PERFECTPLAY_STORAGE
#ifdef __AVR__
#include <avr/pgmspace.h>
#define PERFECTPLAY_STORAGE PROGMEM
#define PERFECTPLAY_BYTE(place) pgm_read_byte(place)
#define PERFECTPLAY_WORD(place) pgm_read_word(place)
#define PERFECTPLAY_LONG(place) pgm_read_dword(place)
#else
#define PERFECTPLAY_STORAGE
#define PERFECTPLAY_BYTE(place) (*(place))
#define PERFECTPLAY_WORD(place) (*(place))
#define PERFECTPLAY_LONG(place) (*(place))
#endif
#endif

/* The rules. A table and a playbook of one game share them. */
#ifndef TICTACTOE_RULES_H
#define TICTACTOE_RULES_H

/*
 * Cells are numbered row by row from 0 to 8, and cell i is bit i of a mask. X moves first, so
 * that the masks of X and O tell who is to move.
 */

/* Whether some cells contain a line. */
static inline uint8_t tictactoe_line(uint16_t cells)
{
    return (uint8_t)((cells & (cells >> 1) & (cells >> 2) & 0x49U) != 0
        || (cells & (cells >> 3) & (cells >> 6)) != 0
        || (cells & 0x111U) == 0x111U || (cells & 0x54U) == 0x54U);
}

/* 0 while the game goes on; 1 if X has won, 2 if O has, 3 for a draw. */
static inline uint8_t tictactoe_over(uint16_t x, uint16_t o)
{
    if (tictactoe_line(x)) {
        return 1;
    }
    if (tictactoe_line(o)) {
        return 2;
    }
    return (x | o) == 0x1ffU ? 3 : 0;
}

/* The empty cells, which are the legal moves while the game goes on. */
static inline uint16_t tictactoe_legal(uint16_t x, uint16_t o)
{
    return (uint16_t)(0x1ffU & ~(unsigned)(x | o));
}

/* The cells of the player who moves, with one more. */
static inline uint16_t tictactoe_play(uint16_t cells, int8_t cell)
{
    return (uint16_t)(cells | 1U << cell);
}

/* The key of a position. */
static inline uint32_t tictactoe_key_of(uint16_t x, uint16_t o)
{
    return x | (uint32_t)o << 9;
}

#endif

/* The bits from which those of all codes follow. */
static const uint8_t tictactoe_bits[26] PERFECTPLAY_STORAGE = {
    2, 195, 162, 47, 51, 176, 188, 79, 75, 138, 78, 218, 215, 225, 123, 219,
    239, 229, 253, 245, 213, 149, 223, 81, 245, 3
};

/* How many ranks have a code of 1 bit, 2 bits and so on. */
static const uint8_t tictactoe_counts[3] PERFECTPLAY_STORAGE = {
    1, 0, 4
};

/* The ranks in the order of their codes. */
static const uint8_t tictactoe_ranks[5] PERFECTPLAY_STORAGE = {
    0, 1, 2, 3, 4
};

static inline uint32_t tictactoe_mix(uint32_t number)
{
    number = (uint32_t)((number ^ (number >> 16)) * 0x045d9f3bUL);
    number = (uint32_t)((number ^ (number >> 16)) * 0x045d9f3bUL);
    return number ^ (number >> 16);
}

static inline uint8_t tictactoe_parity(uint32_t word)
{
    const uint16_t half = (uint16_t)(word ^ (word >> 16));
    uint8_t byte = (uint8_t)(half ^ (half >> 8));

    byte = (uint8_t)(byte ^ (byte >> 4));
    byte = (uint8_t)(byte ^ (byte >> 2));
    return (uint8_t)((byte ^ (byte >> 1)) & 1);
}

/*
 * The rank of the move in the state with this key: its number among the legal moves. For a state
 * outside the book, any rank, or 255.
 */
static inline uint8_t tictactoe_rank(uint32_t key)
{
    uint32_t hash = tictactoe_mix(key);
    const uint16_t start = 0;
    const uint16_t spots = 25U;
    const uint8_t seed = 1U;
    uint16_t first, second;
    uint32_t word, mask;
    uint8_t value = 0, least = 0;
    uint8_t length, shorter = 0;

    hash = (uint32_t)((hash ^ seed) * 0x9e3779b1UL);
    hash ^= hash >> 16;
    mask = (uint32_t)(hash * 0xc2b2ae35UL);
    mask ^= mask >> 16;
    first = (uint16_t)(start + (uint16_t)(((uint32_t)(uint16_t)(hash >> 16) * spots) >> 16));
    second = (uint16_t)(start + (uint16_t)(((uint32_t)(uint16_t)hash * spots) >> 16));
    word = PERFECTPLAY_BYTE(&tictactoe_bits[first])
        | (uint32_t)PERFECTPLAY_BYTE(&tictactoe_bits[first + 1]) << 8
        | (uint32_t)PERFECTPLAY_BYTE(&tictactoe_bits[second]) << 16
        | (uint32_t)PERFECTPLAY_BYTE(&tictactoe_bits[second + 1]) << 24;
    for (length = 0; length < 3; length++) {
        const uint8_t count = PERFECTPLAY_BYTE(&tictactoe_counts[length]);

        value = (uint8_t)(value << 1 | tictactoe_parity(word & mask));
        if (value - least < count) {
            return PERFECTPLAY_BYTE(&tictactoe_ranks[shorter + value - least]);
        }
        least = (uint8_t)((least + count) << 1);
        shorter = (uint8_t)(shorter + count);
        mask = (uint32_t)(mask << 1) | (mask >> 31);
    }
    return 255;
}

/*
 * The image of some cells: with rows and columns exchanged, or with the columns mirrored. Done in
 * turn, they lead to all eight images. A processor of 8 bits tests and sets bits faster than it
 * shifts.
 */
static inline uint16_t tictactoe_exchange(uint16_t cells)
{
    const uint8_t low = (uint8_t)cells;
    uint8_t image = low & 0x11U;

    if (low & 2U) {
        image = (uint8_t)(image | 8U);
    }
    if (low & 8U) {
        image = (uint8_t)(image | 2U);
    }
    if (low & 4U) {
        image = (uint8_t)(image | 64U);
    }
    if (low & 64U) {
        image = (uint8_t)(image | 4U);
    }
    if (low & 32U) {
        image = (uint8_t)(image | 128U);
    }
    if (low & 128U) {
        image = (uint8_t)(image | 32U);
    }
    return (uint16_t)((cells & 0x100U) | image);
}

static inline uint16_t tictactoe_mirror(uint16_t cells)
{
    const uint8_t low = (uint8_t)cells;
    uint8_t image = low & 0x92U;

    if (low & 1U) {
        image = (uint8_t)(image | 4U);
    }
    if (low & 4U) {
        image = (uint8_t)(image | 1U);
    }
    if (low & 8U) {
        image = (uint8_t)(image | 32U);
    }
    if (low & 32U) {
        image = (uint8_t)(image | 8U);
    }
    if (cells & 0x100U) {
        image = (uint8_t)(image | 64U);
    }
    return (uint16_t)(image | ((low & 64U) ? 0x100U : 0U));
}

/*
 * The cell to play, for whoever is to move; -1 if the game is over, or it is the turn of a side
 * that the book is not for. A state that no game by the book leads to gets any answer.
 */
static inline int8_t tictactoe_choose(uint16_t x, uint16_t o)
{
    uint16_t least_x = x, least_o = o, empty, cell = 1;
    uint8_t image, turns = 0, rank;

    if (tictactoe_over(x, o)) {
        return -1;
    }
    /* The image with the least key stands for all eight. */
    for (image = 1; image < 8; image++) {
        if (image & 1) {
            x = tictactoe_exchange(x);
            o = tictactoe_exchange(o);
        } else {
            x = tictactoe_mirror(x);
            o = tictactoe_mirror(o);
        }
        if (o < least_o || (o == least_o && x < least_x)) {
            least_x = x;
            least_o = o;
            turns = image;
        }
    }
    empty = tictactoe_legal(least_x, least_o);
    rank = 0;
    if ((empty & (empty - 1)) != 0) {
        rank = tictactoe_rank(tictactoe_key_of(least_x, least_o));
    }
    for (; rank != 0; rank--) {
        empty &= (uint16_t)(empty - 1);
    }
    empty &= (uint16_t)-empty;
    for (; turns != 0; turns--) {
        empty = (turns & 1) ? tictactoe_exchange(empty) : tictactoe_mirror(empty);
    }
    for (rank = 0; rank < 9; rank++) {
        if (empty & cell) {
            return (int8_t)rank;
        }
        cell = (uint16_t)(cell << 1);
    }
    return -1;
}

#endif
