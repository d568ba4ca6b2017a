/* Messages in Protocol Buffers' encoding: tags, varints and lengths; what the fields mean is the caller's. */
#ifndef TAKT_TOOLS_TRACE_PROTOBUF_H
#define TAKT_TOOLS_TRACE_PROTOBUF_H

#include <stddef.h>
#include <stdint.h>

/** A message that is being written. All zero: an empty one. */
struct tt_message {
    unsigned char *byte;
    size_t used, room;
};

void tt_pb_number(struct tt_message *message, unsigned field, uint64_t value);
void tt_pb_fixed64(struct tt_message *message, unsigned field, uint64_t value);
void tt_pb_text(struct tt_message *message, unsigned field, const char *text);
/** Another message as a field; it is empty afterwards and can be written again. */
void tt_pb_message(struct tt_message *message, unsigned field, struct tt_message *inner);
void tt_pb_free(struct tt_message *message);

#endif
