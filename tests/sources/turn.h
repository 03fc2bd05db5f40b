/* A turn of the player who plays Connect Four by the book. */
#ifndef TURN_H
#define TURN_H

#include "connect.h"

#include "chip.h"

/* Returns the column of the book and tallies its cycles. If the column is not legal, tallies a fault and
   returns -1. */
static int8_t turn(struct connect_state state)
{
    const uint16_t before = chip_cycles();
    const int8_t column = connect_choose(state);
    const uint16_t cycles = (uint16_t)(chip_cycles() - before);

    if (cycles > tally.cycles) {
        tally.cycles = cycles;
    }
    if (column < 0 || !(connect_legal(state) >> column & 1)) {
        tally.faults++;
        return -1;
    }
    return column;
}

#endif
