/* The command line of takt-latency. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

/** Fill latency_arguments; ends with a message at the first word that makes no sense, and after --help. */
void arguments_parse(int argc, char **argv);

#endif
