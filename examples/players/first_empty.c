/* Takes the first empty cell: a player for `perfectplay audit --exec`. */

#include <stdio.h>

int main(void) {
    char state[64];
    while (fgets(state, sizeof state, stdin)) {
        int cell = 0;
        for (const char *at = state; *at && *at != '.'; at++) {
            cell += *at != '/';
        }
        printf("%d\n", cell);
        fflush(stdout);
    }
    return 0;
}
