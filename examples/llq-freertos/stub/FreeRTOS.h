/* As much of FreeRTOS's interface as the example uses, so that it compiles without FreeRTOS. */
#ifndef FREERTOS_H
#define FREERTOS_H

#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
typedef uint16_t configSTACK_DEPTH_TYPE;

#define pdFALSE   0
#define pdPASS    1
#define portNOP() __asm__ volatile("")

#endif
