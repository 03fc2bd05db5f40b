/* Plays Connect Four by the book against every reply, on both sides. */

#include "connect.h"

#include "chip.h"

static void play(struct connect_state state, uint8_t own)
{
    const uint8_t over = connect_over(state);
    int8_t column;

    if (over == 2) {
        tally.drawn++;
    } else if (over != 0) {
        if (own) {
            tally.lost++;
        } else {
            tally.won++;
        }
    } else if (own) {
        const uint16_t before = chip_cycles();
        uint16_t cycles;

        column = connect_choose(state);
        cycles = (uint16_t)(chip_cycles() - before);
        if (cycles > tally.cycles) {
            tally.cycles = cycles;
        }
        if (column < 0 || !(connect_legal(state) >> column & 1)) {
            tally.faults++;
        } else {
            play(connect_play(state, column), 0);
        }
    } else {
        for (column = 0; column < 8; column++) {
            if (connect_legal(state) >> column & 1) {
                play(connect_play(state, column), 1);
            }
        }
    }
}

int main(void)
{
    chip_begin();
    play(connect_start(), 1);
    chip_report('1');
    play(connect_start(), 0);
    chip_report('2');
    chip_end();
    return 0;
}
