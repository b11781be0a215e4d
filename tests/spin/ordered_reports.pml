/*
 * How workers hand over reports that come in any order, in parts:
 * lib/scan/order/in_order.h and lib/scan/order/ordered_reports.cc. LargeFile puts windows in
 * order by the same InOrder.
 *
 * What is modelled
 *   FILES files through a ring of CAPACITY slots, fewer than files, so that
 *   slots are used again. Each proctype and inline names the function that it
 *   models; a step is one atomic operation, or one access to what is not
 *   atomic and must therefore not be raced for.
 *
 *   Walker     takes a permit, OrderedReports::expect, spawns the task; at
 *              last, when all tasks have ended, finish()
 *   Completer  put() and complete(), or, where there is no room, defer(); one
 *              process a file, so that any number of workers is covered, and
 *              any order of completion. A permit bounds what waits here, not how
 *              many completers are still inside run().
 *   Teller     a task that was deferred and whose turn has come: it uses the
 *              sink itself, and completes
 *
 *   The budget is a count of free permits: the walker waits while it is 0.
 *   A report is its sequence number plus one; 0 is an empty slot.
 *
 * What is left out
 *   Memory orders: spin interleaves, which is sequential consistency. The
 *   code uses acquire and release, which promise less; why they suffice is
 *   argued in in_order.h. One consequence can be shown here nevertheless: the
 *   variant PLAIN_STORE lets the look pass the store, as a processor may if
 *   the store is not a read-modify-write.
 *   The sink's failure: after it reports are dropped, but by the same steps.
 *
 * Properties
 *   1. No invalid end state: the walker never waits for permits for ever.
 *   2. No infinite run (-DNP, no progress labels: every cycle is an error).
 *   3. The assertions: reports are told in order, each once, and the sink has
 *      one user at a time; a slot given out is free; and at the end none that
 *      is done is left untold (finish()'s SLUICE_CHECK).
 *
 * Broken variants, each of which must be found out
 *   NO_SECOND_LOOK  run() does not look again after giving up its role
 *   PLAIN_STORE     the role is given up by a store that the second look may
 *                   overtake
 *   PERMIT_EARLY    the permit is given back before the slot is free
 *   TELL_EARLY      a deferred task tells before its turn has come
 */

#ifndef FILES
#define FILES 4
#endif
#ifndef CAPACITY
#define CAPACITY 3
#endif

/* How many files find no room. */
#ifndef DEFERS
#define DEFERS 1
#endif

#define PENDING 0
#define DONE 1
#define DEFERRED 2

/* Slot */
byte state[CAPACITY];
byte report[CAPACITY];
bool permit[CAPACITY];

/* InOrder */
bool busy;
byte next;

byte expected; /* the walker's */
byte deferred; /* a count */

byte permits = CAPACITY; /* the budget */

/* Not in the code: what the properties speak of. */
byte users; /* of the sink */
byte told;
byte running; /* tasks and what they call */

/* tell(), by whoever may use the sink */
inline tell(number) {
  atomic { users++; assert(users == 1) }
  atomic {
    assert(number == told); /* in order, and each once */
    told++;
    users--
  }
}

/* The second function of settle() */
inline take() {
  if
  :: state[slot] == DEFERRED ->
    atomic { state[slot] = PENDING; running++; run Teller(next) }
  :: else ->
    atomic {
#ifndef PERMIT_EARLY
      state[slot] = PENDING; /* exchange */
#endif
      taken = report[slot];
      report[slot] = 0;
      assert(permit[slot]);
      permit[slot] = false
    }
    if
    :: taken != 0 -> tell(taken - 1)
    :: else
    fi;
    permits++;
#ifdef PERMIT_EARLY
    state[slot] = PENDING;
#endif
    next++
  fi
}

/* InOrder::run() */
inline settle() {
  do
  :: atomic { busy -> break } /* exchange(true) */
  :: atomic { !busy -> busy = true }
    do
    :: slot = next % CAPACITY;
      if
      :: state[slot] == PENDING -> break
      :: else -> take()
      fi
    od;
#ifdef PLAIN_STORE
    again = (state[slot] != PENDING);
    busy = false
#else
    busy = false; /* exchange(false) */
#ifdef NO_SECOND_LOOK
    again = false;
#else
    again = (state[slot] != PENDING);
#endif
#endif
    if
    :: again -> again = false
    :: else -> break
    fi
  od
}

proctype Teller(byte sequence) {
  byte slot, taken;
  bool again;
  assert(next == sequence); /* has_turn() */
  tell(sequence);
  state[sequence % CAPACITY] = DONE;
  settle();
  running--
}

proctype Completer(byte sequence) {
  byte slot, taken;
  bool again;
  assert(state[sequence % CAPACITY] == PENDING);
  if
  :: report[sequence % CAPACITY] = sequence + 1;
    state[sequence % CAPACITY] = DONE
#ifdef TELL_EARLY
  :: tell(sequence);
    state[sequence % CAPACITY] = DONE
#else
  :: atomic { deferred < DEFERS -> deferred++; state[sequence % CAPACITY] = DEFERRED }
#endif
  fi;
  settle();
  running--
}

proctype Walker() {
  do
  :: expected == FILES -> break
  :: else ->
    atomic { permits > 0 -> permits-- }
    /* expect() */
    assert(!permit[expected % CAPACITY]);
    permit[expected % CAPACITY] = true;
    atomic { running++; run Completer(expected); expected++ }
  od;
  /* finish() */
  running == 0;
  assert(next == expected && told == FILES && permits == CAPACITY)
}

init {
  run Walker()
}
