/* Looks every board of tic-tac-toe up in the whole table, and sums up what it says. */

#include "tictactoe.h"

#include "chip.h"

int main(void)
{
    uint32_t sum = 0;
    uint16_t states = 0, cycles = 0, x;

    chip_begin();
    for (x = 0; x < 512; x++) {
        const uint16_t free = (uint16_t)(511 & ~x);
        uint16_t o = 0;

        do {
            struct tictactoe_record record;
            const uint16_t before = chip_cycles();
            const int found = tictactoe_lookup(tictactoe_key_of(x, o), &record);
            const uint16_t taken = (uint16_t)(chip_cycles() - before);

            if (taken > cycles) {
                cycles = taken;
            }
            if (found) {
                states++;
                sum = (uint32_t)(sum << 1 | sum >> 31) ^ (uint32_t)record.value
                    ^ (uint32_t)record.distance << 2 ^ (uint32_t)record.winning << 6
                    ^ (uint32_t)record.losing << 11 ^ (uint32_t)record.neutral << 16
                    ^ (uint32_t)record.best << 21;
            }
            o = (uint16_t)((o - free) & free);
        } while (o != 0);
    }
    chip_put('t');
    chip_put(' ');
    chip_print(states);
    chip_put(' ');
    chip_print(sum);
    chip_put(' ');
    chip_print(cycles);
    chip_put('\n');
    chip_end();
    return 0;
}
