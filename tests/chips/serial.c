/*
 * Runs a program on an emulated ATmega328P, whose serial port is standard output. Whenever it has
 * asked a question, the next byte of standard input is its answer; it ends when there is none.
 */

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>

static int asked;

static void received(struct avr_irq_t *irq, uint32_t byte, void *parameter)
{
    static uint32_t before;

    (void)irq;
    (void)parameter;
    putchar((int)byte);
    asked = before == '?' && byte == ' ';
    before = byte;
}

int main(int count, char **arguments)
{
    elf_firmware_t program = {0};
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    avr_irq_t *input;
    uint32_t flags = 0;
    int state;

    if (count != 2 || avr == NULL || elf_read_firmware(arguments[1], &program) != 0) {
        return 2;
    }
    program.frequency = 16000000;
    avr_init(avr);
    avr_load_firmware(avr, &program);
    /* Neither a terminal of its own, nor a rest while the program waits. */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), received, NULL);
    do {
        state = avr_run(avr);
        if (asked) {
            int answer;

            fflush(stdout);
            answer = getchar();

            if (answer == EOF) {
                return 0;
            }
            asked = 0;
            avr_raise_irq(input, (uint32_t)answer);
        }
    } while (state != cpu_Done && state != cpu_Crashed);
    return 1;
}
