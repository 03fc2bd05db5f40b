// Takes the centre, else a corner, else a side: a player for `perfectplay audit --exec`.

import java.util.Scanner;

class Player {
    /** A cell, from 0 to 8. The board has nine cells: 'X', 'O' or '.'. */
    static int move(String board) {
        for (int cell : new int[] {4, 0, 2, 6, 8, 1, 3, 5, 7}) {
            if (board.charAt(cell) == '.') {
                return cell;
            }
        }
        throw new IllegalArgumentException(board);
    }

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            System.out.println(move(lines.nextLine().replace("/", "")));
        }
    }
}
