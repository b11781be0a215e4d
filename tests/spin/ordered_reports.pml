/*
 * How workers hand over reports that come in any order:
 * lib/scan/ordered_reports.cc.
 *
 * What is modelled
 *   FILES files through a ring of CAPACITY slots, fewer than files, so that
 *   slots are used again. Each proctype and inline names the function it
 *   stands for; a step is one atomic operation, or one access to what is not
 *   atomic and must therefore not be raced for.
 *
 *   Walker     takes a permit, OrderedReports::expect, spawns the task; at
 *              last, when all tasks have ended, finish()
 *   Completer  OrderedReports::complete, one process a file, so that any
 *              number of workers is covered, and any order of completion.
 *              A permit bounds what waits here, not how many completers are
 *              still inside drain().
 *
 *   The budget is a count of free permits: the walker waits while it is 0.
 *   A report is its sequence number plus one; 0 is an empty slot.
 *
 * What is left out
 *   Memory orders: spin interleaves, which is sequential consistency. The
 *   code uses acquire and release, which promise less; why they suffice is
 *   argued at drain(). One consequence can be shown here nevertheless: the
 *   variant PLAIN_STORE lets the look pass the store, as a processor may if
 *   the store is not a read-modify-write.
 *   The sink and its failure: after it reports are dropped, but by the same
 *   steps.
 *
 * Properties
 *   1. No invalid end state: the walker never waits for permits for ever.
 *   2. No infinite run (-DNP, no progress labels: every cycle is an error).
 *   3. The assertions: reports are written in order, each once and by one
 *      writer at a time; a slot given out is free; and at the end none that
 *      is done is left unwritten (finish()'s SLUICE_CHECK).
 *
 * Broken variants, each of which must be found out
 *   NO_SECOND_LOOK  drain() does not look again after giving up its role
 *   PLAIN_STORE     the role is given up by a store that the second look may
 *                   overtake
 *   PERMIT_EARLY    write() gives the permit back before the slot is free
 */

#ifndef FILES
#define FILES 4
#endif
#ifndef CAPACITY
#define CAPACITY 3
#endif

/* Slot */
bool done[CAPACITY];
byte report[CAPACITY];
bool permit[CAPACITY];

bool writing;
byte next;     /* the writer's */
byte expected; /* the walker's */

byte permits = CAPACITY; /* the budget */

/* Not in the code: what the properties speak of. */
byte writers;
byte written;
byte ended;

/* write() */
inline write() {
  atomic {
    taken = report[slot];
    report[slot] = 0;
    assert(taken == written + 1) /* in order, and each once */
  }
  assert(permit[slot]);
  permit[slot] = false;
#ifdef PERMIT_EARLY
  permits++;
  done[slot] = false;
  written++ /* the sink */
#else
  done[slot] = false;
  written++; /* the sink */
  permits++
#endif
}

/* drain() */
inline drain() {
  do
  :: atomic { writing -> break } /* exchange(true) */
  :: atomic { !writing -> writing = true; writers++; assert(writers == 1) }
    do
    :: slot = next % CAPACITY; /* ours alone */
      if
      :: !done[slot] -> break
      :: else -> write(); next++
      fi
    od;
#ifdef PLAIN_STORE
    again = done[slot];
    atomic { writers--; writing = false }
#else
    atomic { writers--; writing = false } /* exchange(false) */
#ifdef NO_SECOND_LOOK
    again = false;
#else
    again = done[slot];
#endif
#endif
    if
    :: again -> again = false
    :: else -> break
    fi
  od
}

/* complete() */
proctype Completer(byte sequence) {
  byte slot, taken;
  bool again;
  assert(report[sequence % CAPACITY] == 0);
  report[sequence % CAPACITY] = sequence + 1;
  assert(!done[sequence % CAPACITY]);
  done[sequence % CAPACITY] = true;
  drain();
  ended++
}

proctype Walker() {
  do
  :: expected == FILES -> break
  :: else ->
    atomic { permits > 0 -> permits-- }
    /* expect() */
    assert(!permit[expected % CAPACITY]);
    permit[expected % CAPACITY] = true;
    atomic { run Completer(expected); expected++ }
  od;
  /* finish() */
  ended == FILES;
  assert(next == expected && written == FILES && permits == CAPACITY)
}

init {
  run Walker()
}
