/*
 * How workers park, and how they are woken, started and sent home:
 * lib/exec/parking.cc, work_pool.h, worker_step.h, executor.h.
 *
 * What is modelled
 *   Two workers; producer 0 spawns a batch of two tasks, producer 1 a single
 *   one; CHILDREN of the tasks may spawn one more, into the worker's own deque
 *   or into the injector. The owner calls join() or, unless JOIN_ONLY is
 *   defined, shutdown() at any moment. PRODUCERS=1 leaves out producer 1.
 *   Each proctype and inline names the function it stands for; S1, S2, P1 and
 *   P2 are the steps so called in parking.cc.
 *
 *   Worker     Executor::worker_main: worker_step, else park_worker
 *   Producer   WorkPool::spawn: StateWord::try_spawn, Injector::push (P1),
 *              call_workers (P2)
 *   Owner      Executor::join or shutdown, then finish and WorkPool::drain
 *
 *   A step of the model is one atomic operation of the code that others can
 *   see, or one critical section. A section may be one step because none
 *   waits inside, and because each does at most one thing that can be seen
 *   without its mutex: the store to sleepers_ (Parking), the store to size_
 *   (Injector), the birth of a thread (start_worker; the look at the stop
 *   flag beside it gives nothing away, since the new thread looks again).
 *   sleepers_ and sleeping_.size() are therefore one variable here.
 *
 *   The condition variable of a worker is the flag `waiting`: wait() sets it
 *   in the step that gives up the mutex, notify_one() clears it, and does
 *   nothing if it is not set. notify_one() is a step of its own, after the
 *   section, as in the code; so a late one may meet the worker's next sleep.
 *
 * What is left out
 *   Memory orders: spin interleaves, which is sequential consistency. That is
 *   fair where it matters: S1, S2, P1, P2 and the stop flag are seq_cst
 *   operations in the code, and the rest is under a mutex or in one word.
 *   What is in the queues: each is a length. Pop is one step, and so is a
 *   thief's CAS, so a steal is lost only if the deque is then empty; how the
 *   deque itself works is not at issue here.
 *   Idle rounds before parking: they look and change nothing, so they are
 *   only time, and a process may pause at any step anyway.
 *   The choice of victims (with two workers there is but one), the calls of
 *   every n-th local spawn, tasks that fail (they do what shutdown() does),
 *   threads that the system refuses, spurious wake-ups but those of a late
 *   notify, and wait_until_stopping's own condition variable.
 *
 * Properties
 *   1. No invalid end state: no run stops before all workers, producers and
 *      the owner have left. A worker that sleeps on after stop() is such an
 *      end. So is a lost wake-up: a task is queued and every worker sleeps, so
 *      the last completion never comes, and the owner waits. That one has an
 *      assertion of its own, at `timeout`, to be told from the others.
 *   2. No infinite run (-DNP, with no progress labels at all: every cycle is
 *      an error). With 1: every run ends, without any assumption of fairness.
 *   3. The assertions: those of the code (SLUICE_CHECK), and the owner's sums
 *      at the end. After join() every accepted task was run; after shutdown()
 *      every task was run, dropped or refused.
 *
 * Broken variants, each of which must be found out
 *   LOOK_THEN_ANNOUNCE  a sleeper looks at the queues and then announces: S2
 *                       before S1 (the stop flag it looks at in time)
 *   CALL_THEN_PUSH      a producer looks for sleepers and then adds its tasks:
 *                       P2 before P1
 *   SLEEP_UNSEEN        sleep() waits without looking at `woken`
 *   WAKE_THEN_STOP      stop() wakes all and then sets the flag
 *   STOP_UNSEEN         the look before sleeping omits the stop flag
 */

#define WORKERS 2
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CHILDREN
#define CHILDREN 0
#endif
#define BATCH(producer) (2 - (producer))
#define TASKS (PRODUCERS == 2 -> 3 : 2)

/* StateWord: one word, so each change of both is one step. */
bool accepting = true;
byte in_flight;

/* Injector and WorkDeque: how many tasks they hold. */
byte injector;
bool injector_closed;
byte deque[WORKERS];

/* Parking */
byte sleeping[WORKERS]; /* a stack of ids, */
byte sleepers;          /* and its height */
bool woken[WORKERS];
bool waiting[WORKERS]; /* on the condition variable */

/* WorkPool and Executor */
bool stopping;
bool starts_closed;
byte started;

/* Not in the code: what the properties speak of. */
byte children = CHILDREN;
byte spawned_children;
byte ran;
byte refused;
byte dropped;
byte left_workers;
byte left_producers;

/* Parking::wake_one */
inline wake_one(ok) {
  if
  :: atomic { sleepers == 0 -> ok = false } /* P2 */
  :: else ->
    d_step {
      ok = (sleepers > 0);
      if
      :: ok ->
        sleepers--;
        target = sleeping[sleepers];
        sleeping[sleepers] = 0;
        woken[target] = true
      :: else -> skip
      fi
    }
    if
    :: ok -> d_step { waiting[target] = false; target = 0 } /* notify_one */
    :: else -> skip
    fi
  fi
}

/* Executor::start_worker */
inline start_worker(ok) {
  atomic {
    if
    :: starts_closed || started >= WORKERS || stopping -> ok = false
    :: else -> run Worker(started); started++; ok = true
    fi
  }
}

/* WorkPool::call_workers(1): called tells whether it reached one. */
inline call_worker() {
  wake_one(called);
  if
  :: called -> skip
  :: else -> start_worker(called)
  fi
}

/* WorkPool::stop */
inline stop() {
#ifndef WAKE_THEN_STOP
  stopping = true;
#endif
  called = true;
  do
  :: called -> wake_one(called) /* wake_all */
  :: else -> break
  od;
#ifdef WAKE_THEN_STOP
  stopping = true
#endif
}

/* WorkPool::complete: one fetch_sub. */
inline complete(tasks) {
  d_step {
    assert(in_flight >= tasks);
    terminal = (tasks != 0 && !accepting && in_flight == tasks);
    in_flight = in_flight - tasks
  }
  if
  :: terminal -> terminal = false; stop()
  :: else -> skip
  fi
}

/* WorkPool::close: one fetch_and. */
inline close_gate() {
  d_step { terminal = (accepting && in_flight == 0); accepting = false }
  if
  :: terminal -> terminal = false; stop()
  :: else -> skip
  fi
}

/* Parking::announce, S1 */
inline announce() {
  d_step {
    assert(sleepers < WORKERS);
    woken[id] = false;
    sleeping[sleepers] = id;
    sleepers++
  }
}

/* stopping() || has_work(), S2: queue after queue. */
inline look() {
  if
#ifndef STOP_UNSEEN
  :: stopping -> busy = true
#endif
  :: else ->
    if
    :: injector > 0 -> busy = true
    :: else ->
      if
      :: deque[0] > 0 -> busy = true
      :: else ->
        if
        :: deque[1] > 0 -> busy = true
        :: else -> busy = false
        fi
      fi
    fi
  fi
}

/* Parking::retract. The stack has two places. */
inline retract() {
  d_step {
    if
    :: sleepers > 0 && sleeping[0] == id ->
      assert(!woken[id]);
      sleeping[0] = sleeping[1];
      sleeping[1] = 0;
      sleepers--
    :: sleepers > 1 && sleeping[0] != id && sleeping[1] == id ->
      assert(!woken[id]);
      sleeping[1] = 0;
      sleepers--
    :: else -> assert(woken[id])
    fi
  }
}

/* Parking::sleep */
inline sleep() {
#ifdef SLEEP_UNSEEN
  waiting[id] = true;
  !waiting[id]
#else
  do
  :: atomic { woken[id] -> break }
  :: atomic { !woken[id] -> waiting[id] = true }
    !waiting[id]
  od
#endif
}

/* park_worker */
inline park() {
#ifdef LOOK_THEN_ANNOUNCE
  look();
  if
  :: busy -> busy = false
  :: else ->
    announce();
    if
    :: stopping -> retract()
    :: else -> sleep()
    fi
  fi
#else
  announce();
  look();
  if
  :: busy -> busy = false; retract()
  :: else -> sleep()
  fi
#endif
}

/* find_task: own deque, injector, the other's deque. */
inline find_task() {
  d_step { /* WorkDeque::pop */
    if
    :: deque[id] > 0 -> deque[id]--; found = true
    :: else -> skip
    fi
  }
  if
  :: found -> skip
  :: else ->
    if
    :: injector == 0 -> skip /* Injector::take: the look without the mutex */
    :: else ->
      d_step { /* and the section: a share, rounded up */
        taken = (injector + WORKERS - 1) / WORKERS;
        injector = injector - taken
      }
      if
      :: taken == 0 -> skip
      :: else ->
        found = true;
        rest = taken - 1;
        do
        :: rest > 0 -> deque[id]++; rest--
        :: else -> break
        od;
        if
        :: taken > 1 || injector > 0 -> call_worker(); called = false
        :: else -> skip
        fi;
        taken = 0
      fi
    fi
  fi;
  if
  :: found -> skip
  :: else ->
    if
    :: deque[1 - id] == 0 -> skip /* WorkDeque::steal: the look */
    :: else ->
      d_step { /* and the CAS */
        if
        :: deque[1 - id] > 0 -> deque[1 - id]--; found = true
        :: else -> skip
        fi
      }
      if
      :: found && deque[1 - id] > 0 -> call_worker(); called = false
      :: else -> skip
      fi
    fi
  fi
}

/* A task, which may spawn another one. */
inline run_task() {
  ran++;
  if
  :: skip
  :: atomic { children > 0 -> children--; spawned_children++ }
    in_flight++; /* StateWord::spawn_inside */
    if
    :: deque[id]++ /* push_local */
    :: /* push_global */
#ifdef CALL_THEN_PUSH
      call_worker();
      injector++;
#else
      injector++;
      call_worker();
#endif
      called = false
    fi
  fi
}

proctype Worker(byte id) {
  bool called, terminal, busy, found;
  byte target, taken, rest;
  do
  :: stopping -> break
  :: else ->
    find_task();
    if
    :: found ->
      found = false;
      run_task();
      complete(1)
    :: else ->
      park()
    fi
  od;
  left_workers++
}

proctype Producer(byte number) {
  bool called, terminal, accepted;
  byte target, calls;
  d_step { /* StateWord::try_spawn: one CAS in the end */
    accepted = accepting;
    if
    :: accepted -> in_flight = in_flight + BATCH(number)
    :: else -> refused = refused + BATCH(number)
    fi
  }
  if
  :: accepted ->
#ifdef CALL_THEN_PUSH
    calls = 0;
    do
    :: calls < BATCH(number) ->
      call_worker();
      if
      :: called -> calls++
      :: else -> break
      fi
    :: else -> break
    od;
#endif
    atomic { /* Injector::push, P1 */
      accepted = !injector_closed;
      if
      :: accepted -> injector = injector + BATCH(number)
      :: else -> refused = refused + BATCH(number)
      fi
    }
    if
    :: !accepted -> complete(BATCH(number))
    :: else ->
#ifdef CALL_THEN_PUSH
      skip
#else
      calls = 0; /* call_workers */
      do
      :: calls < BATCH(number) ->
        call_worker();
        if
        :: called -> calls++
        :: else -> break
        fi
      :: else -> break
      od
#endif
    fi
  :: else -> skip
  fi;
  atomic { called = false; accepted = false; calls = 0; left_producers++ }
}

proctype Owner() {
  bool called, terminal, abandons;
  byte target;
  if
  :: abandons = false /* join() */
#ifndef JOIN_ONLY
  :: abandons = true /* shutdown() */
#endif
  fi;
  close_gate();
  if
  :: abandons -> stop()
  :: else -> skip
  fi;
  /* finish() */
  if
  :: stopping /* wait_until_stopping */
  :: timeout -> /* nobody can take a step any more */
    assert(injector == 0 && deque[0] == 0 && deque[1] == 0);
    stopping
  fi;
  starts_closed = true;
  left_workers == started; /* thread.join() */
  /* drain(); a producer may still be on its way. */
  injector_closed = true;
  d_step {
    dropped = deque[0] + deque[1] + injector;
    deque[0] = 0;
    deque[1] = 0;
    injector = 0
  }
  complete(dropped);
  left_producers == PRODUCERS;
  assert(in_flight == 0 && injector == 0 && sleepers == 0);
  assert(ran + dropped + refused == TASKS + spawned_children);
  assert(abandons || dropped == 0)
}

init {
  atomic {
    run Owner();
    run Producer(0);
    if
    :: PRODUCERS == 2 -> run Producer(1)
    :: else -> skip
    fi
  }
}
