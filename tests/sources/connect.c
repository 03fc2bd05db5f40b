/* Plays Connect Four by the book against every reply, on both sides. */

#include "turn.h"

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
        column = turn(state);
        if (column >= 0) {
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
