/* The UART as console, for a board without a debugger. It waits while the device's one byte is full. */
#include "board.h"

void takt_uart_start(void)
{
    TAKT_UART0->divisor = TAKT_UART_DIVISOR;
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
