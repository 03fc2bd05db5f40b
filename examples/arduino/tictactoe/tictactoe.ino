// Tic-tac-toe over the serial port, against a player that never errs and needs a kilobyte.

#include <Arduino.h>

#include "tictactoe.h"

#ifndef BAUD
#define BAUD 115200
#endif

static uint16_t x, o;

// Empty cells show their numbers.
static void show()
{
    for (uint8_t cell = 0; cell < 9; cell++) {
        const char number = '0' + cell;

        Serial.print(x >> cell & 1 ? 'X' : o >> cell & 1 ? 'O' : number);
        Serial.print(cell % 3 == 2 ? '\n' : ' ');
    }
}

static char ask(const __FlashStringHelper *question)
{
    Serial.print(question);
    while (!Serial.available()) {
    }
    const char answer = Serial.read();
    Serial.println(answer);
    return answer;
}

static int8_t ask_cell()
{
    int8_t cell;

    do {
        cell = ask(F("Your cell? ")) - '0';
    } while (cell < 0 || cell > 8 || !(tictactoe_legal(x, o) >> cell & 1));
    return cell;
}

void setup()
{
    Serial.begin(BAUD);
}

void loop()
{
    bool yours = ask(F("Do you begin (y or n)? ")) == 'y';

    x = o = 0;
    for (bool is_x = true; !tictactoe_over(x, o); is_x = !is_x) {
        int8_t cell;

        if (yours) {
            show();
            cell = ask_cell();
        } else {
            cell = tictactoe_choose(x, o);
            Serial.print(F("I take "));
            Serial.println(cell);
        }
        uint16_t &cells = is_x ? x : o;
        cells = tictactoe_play(cells, cell);
        yours = !yours;
    }
    show();
    // Who is not to move has moved last, and has the line.
    if (tictactoe_over(x, o) == 3) {
        Serial.println(F("A draw."));
    } else if (yours) {
        Serial.println(F("I win."));
    } else {
        Serial.println(F("You win."));
    }
}
