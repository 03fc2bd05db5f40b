/*
 * What both programs share: on an ATmega328P, a counter of cycles and a serial port; elsewhere,
 * standard output.
 */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static void chip_put(char character)
{
    while (!(UCSR0A & (1 << UDRE0))) {
    }
    UDR0 = (uint8_t)character;
}

static void chip_begin(void)
{
    UBRR0 = 0;
    UCSR0B = 1 << TXEN0;
    /* A timer that counts cycles. */
    TCCR1B = 1 << CS10;
}

static uint16_t chip_cycles(void)
{
    return TCNT1;
}

/* Sleep without interrupts ends the emulation. */
static void chip_end(void)
{
    while (!(UCSR0A & (1 << TXC0))) {
    }
    cli();
    sleep_enable();
    sleep_cpu();
}
#else
#include <stdio.h>

static void chip_put(char character)
{
    putchar(character);
}

static void chip_begin(void)
{
}

static uint16_t chip_cycles(void)
{
    return 0;
}

static void chip_end(void)
{
}
#endif

static void chip_print(uint32_t number)
{
    char digits[10];
    uint8_t count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count != 0) {
        chip_put(digits[--count]);
    }
}

struct tally {
    uint32_t won, drawn, lost, faults;
    uint16_t cycles;
};

static struct tally tally;

static void chip_report(char side)
{
    chip_put(side);
    chip_put(' ');
    chip_print(tally.won);
    chip_put(' ');
    chip_print(tally.drawn);
    chip_put(' ');
    chip_print(tally.lost);
    chip_put(' ');
    chip_print(tally.faults);
    chip_put(' ');
    chip_print(tally.cycles);
    chip_put('\n');
    tally.won = tally.drawn = tally.lost = tally.faults = 0;
    tally.cycles = 0;
}

#endif
