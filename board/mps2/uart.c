/* The UART as console, for a board without a debugger. It waits while the device's one byte is full. */
#include "board.h"

#define DIVISOR 217u /* 115,200 baud at 25 MHz */

void takt_uart_start(void)
{
    TAKT_UART0->divisor = DIVISOR;
    TAKT_UART0->control = TAKT_UART_TRANSMIT;
}

void takt_uart_write(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        while (TAKT_UART0->state & TAKT_UART_FULL) {
        }
        TAKT_UART0->data = (uint8_t)text[i];
    }
}
