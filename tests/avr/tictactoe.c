/* Plays tic-tac-toe by the book against every reply, on both sides. */

#include "tictactoe.h"

#include "chip.h"

static void play(uint16_t x, uint16_t o, uint8_t o_moves, uint8_t own)
{
    const uint8_t over = tictactoe_over(x, o);
    int8_t cell;

    if (over == 3) {
        tally.drawn++;
    } else if (over != 0) {
        /* The player who has moved last has the line. */
        if (own) {
            tally.lost++;
        } else {
            tally.won++;
        }
    } else if (own) {
        const uint16_t before = chip_cycles();
        uint16_t cycles;

        cell = tictactoe_choose(x, o);
        cycles = (uint16_t)(chip_cycles() - before);
        if (cycles > tally.cycles) {
            tally.cycles = cycles;
        }
        if (cell < 0 || !(tictactoe_legal(x, o) >> cell & 1)) {
            tally.faults++;
        } else if (o_moves) {
            play(x, tictactoe_play(o, cell), 0, 0);
        } else {
            play(tictactoe_play(x, cell), o, 1, 0);
        }
    } else {
        for (cell = 0; cell < 9; cell++) {
            if (!(tictactoe_legal(x, o) >> cell & 1)) {
                continue;
            }
            if (o_moves) {
                play(x, tictactoe_play(o, cell), 0, 1);
            } else {
                play(tictactoe_play(x, cell), o, 1, 1);
            }
        }
    }
}

int main(void)
{
    chip_begin();
    play(0, 0, 0, 1);
    chip_report('1');
    play(0, 0, 0, 0);
    chip_report('2');
    chip_end();
    return 0;
}
