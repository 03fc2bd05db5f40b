/* Plays some games of Connect Four 7x6 by the book, as the first player, against replies at random. */

#include "../sources/turn.h"

#define GAMES 100

static uint32_t random;

/* A number below 7, by a linear congruential generator. */
static int8_t chance(void)
{
    random = (uint32_t)(random * 1664525UL + 1013904223UL);
    return (int8_t)(((random >> 16) * 7) >> 16);
}

static void play(void)
{
    struct connect_state state = connect_start();
    uint8_t own = 1;
    int8_t column;

    while (connect_over(state) == 0) {
        if (own) {
            column = turn(state);
            if (column < 0) {
                return;
            }
        } else {
            do {
                column = chance();
            } while (!(connect_legal(state) >> column & 1));
        }
        state = connect_play(state, column);
        own = !own;
    }
    if (connect_over(state) == 2) {
        tally.drawn++;
    } else if (own) {
        tally.lost++;
    } else {
        tally.won++;
    }
}

int main(void)
{
    uint8_t game;

    chip_begin();
    random = 1;
    for (game = 0; game < GAMES; game++) {
        play();
    }
    chip_report('1');
    chip_end();
    return 0;
}
