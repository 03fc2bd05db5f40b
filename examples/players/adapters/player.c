/* Takes the centre, else a corner, else a side: a player for `perfectplay audit --exec`. */

#include <stdio.h>

/* A cell, from 0 to 8. The board has nine cells: 'X', 'O' or '.'. */
static int move(const char *board) {
    static const int cells[] = {4, 0, 2, 6, 8, 1, 3, 5, 7};
    int i = 0;
    while (board[cells[i]] != '.') {
        i++;
    }
    return cells[i];
}

int main(void) {
    char line[16], board[10] = "";
    while (fgets(line, sizeof line, stdin)) {
        sscanf(line, "%3c/%3c/%3c", board, board + 3, board + 6);
        printf("%d\n", move(board));
        fflush(stdout);
    }
    return 0;
}
