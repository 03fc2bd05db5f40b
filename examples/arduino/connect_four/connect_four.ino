// Connect Four on 5 by 5 over the serial port, against a player that never errs.

#include <Arduino.h>

#include "connect_5x5.h"

#ifndef BAUD
#define BAUD 115200
#endif

static struct connect_5x5_state state;
// Whether the one who moves next is X.
static bool is_x;

static void show()
{
    const uint32_t of_x = is_x ? state.occupied ^ state.last : state.last;

    for (int8_t row = 4; row >= 0; row--) {
        for (uint8_t column = 0; column < 5; column++) {
            const uint8_t cell = 6 * column + row;

            Serial.print(!(state.occupied >> cell & 1) ? '.' : of_x >> cell & 1 ? 'X' : 'O');
            Serial.print(column == 4 ? '\n' : ' ');
        }
    }
    Serial.println(F("0 1 2 3 4"));
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

static int8_t ask_column()
{
    int8_t column;

    do {
        column = ask(F("Your column? ")) - '0';
    } while (column < 0 || column > 4 || !(connect_5x5_legal(state) >> column & 1));
    return column;
}

void setup()
{
    Serial.begin(BAUD);
}

void loop()
{
    bool yours = ask(F("Do you begin (y or n)? ")) == 'y';

    state = connect_5x5_start();
    for (is_x = true; !connect_5x5_over(state); is_x = !is_x) {
        int8_t column;

        if (yours) {
            show();
            column = ask_column();
        } else {
            column = connect_5x5_choose(state);
            Serial.print(F("I take "));
            Serial.println(column);
        }
        state = connect_5x5_play(state, column);
        yours = !yours;
    }
    show();
    // Who is not to move has moved last, and has the line.
    if (connect_5x5_over(state) == 2) {
        Serial.println(F("A draw."));
    } else if (yours) {
        Serial.println(F("I win."));
    } else {
        Serial.println(F("You win."));
    }
}
