/*
 * How workers search, park, are woken, started and sent home:
 * lib/exec/parking.h, work_pool.h, worker_step.h, worker_threads.h, credits.h.
 *
 * What is modelled
 *   WORKERS workers, 2 or 3, none of them started at first; producer 0 spawns
 *   one batch of BATCH tasks, producer 1 SINGLES tasks, one after the other;
 *   CHILDREN of the tasks may spawn one more, into the worker's own deque or
 *   into the injector. The owner calls join() at any moment. Each proctype
 *   and inline names the function that it models; S1 to S3, P1 to P3, F1 and
 *   F2 are the steps so called in parking.h.
 *
 *   Worker     Executor::work: worker_step, else park_worker
 *   Producer   WorkPool::spawn: StateWord::try_spawn, Injector::push (P1),
 *              call_workers (P2 and P3)
 *   Owner      Executor::join or shutdown, then WorkPool::finish
 *
 *   A step of the model is one atomic operation of the code that others can
 *   see, or one critical section. A section may be one step because none
 *   waits inside, if it does at most one thing that can be seen without its
 *   mutex: the store to sleepers_ in announce, the store to size_ (Injector),
 *   the birth of a thread (WorkerThreads::start, whose started_ is a hint).
 *   Parking's wake_one and retract do two such things, the store to sleepers_
 *   and the addition to searchers_, so each is two steps, and `locked` keeps
 *   other sections out. sleepers_ and sleeping_.size() are one variable here.
 *
 *   Three looks are no steps of their own, since nothing can depend on when
 *   they are taken: that one's own deque is empty, which only its owner can
 *   change; that sleepers_ is not 0, and `counted`, which is the worker's own.
 *
 *   The condition variable of a worker is the flag `waiting`: wait() sets it
 *   in the step that gives up the mutex, notify_one() clears it, and does
 *   nothing if it is not set. notify_one() is a step of its own, after the
 *   section, as in the code; so a late one may meet the worker's next sleep.
 *
 *   A worker keeps one credit at most (Credits, with kCredits = 1).
 *
 *   A worker that becomes a searcher searches once more, or not, before it
 *   parks. More idle rounds would only repeat this.
 *
 * Options
 *   AT_REST  the owner waits with join() until nobody can take a step: then
 *            the workers sleep, and it looks at what must hold at rest.
 *   ABANDON  the owner calls join() or shutdown().
 *   LONG     no task ends while another is queued and not all workers run
 *            one: work must not only be done at last, but by all. Without
 *            LONG, a task that nobody was called for is run after all by the
 *            worker that is busy now. Children go to the injector only, since
 *            a local push calls nobody, and its task may have to wait.
 *   FAILING  the system refuses to start the next thread, at any moment after
 *            the first one was started (if that one fails, Executor does what
 *            shutdown() does).
 *
 * What is left out
 *   Memory orders: spin interleaves, which is sequential consistency. That is
 *   fair where it matters: S1 to S3, P1 to P3, F1, F2 and the stop flag are
 *   seq_cst operations in the code, and the rest is under a mutex or in one
 *   word. WorkerThreads's hint is relaxed; to read it too late costs no more
 *   than a start that fails, which is here.
 *   What is in the queues: each is a length. Pop is one step, and so is a
 *   thief's CAS, so a steal is lost only if the deque is then empty; how the
 *   deque itself works is not at issue here.
 *   The heavy board: a queue like the injector, whose posters call alike.
 *   The choice of victims, the turns of fair_every, the calls of every n-th
 *   local spawn, tasks and scratches that fail (they do what shutdown()
 *   does), spurious wake-ups but those of a late notify, and StopSignal's own
 *   condition variable.
 *
 * Properties
 *   1. No invalid end state: no run stops before all workers, producers and
 *      the owner have left. A worker that sleeps on after stop() is such an
 *      end. So is a lost wake-up: a task is queued and every worker sleeps, so
 *      the last completion never comes, and the owner waits. A lost wake-up
 *      has an assertion of its own, at `timeout`, so that it is distinguished
 *      from the others; with LONG it also fails if a task is queued and one worker sleeps.
 *   2. No infinite run (-DNP, with no progress labels at all: every cycle is
 *      an error). With 1: every run ends, without any assumption of fairness.
 *   3. The assertions: those of the code (SLUICE_CHECK); searchers_ never
 *      falls below 0, is 0 when all workers sleep, and at the end counts those
 *      that left as searchers; and the owner's sums. After join() every
 *      accepted task was run; after shutdown() every task was run, dropped or
 *      refused.
 *
 * Broken variants, each of which must be found out
 *   LOOK_THEN_ANNOUNCE  a worker looks at the queues and then announces: S3
 *                       before S1 (the stop flag it looks at in time)
 *   LOOK_THEN_LEAVE     it looks while it still counts as a searcher: S3
 *                       before S2
 *   CALL_THEN_PUSH      a producer looks for searchers and sleepers and then
 *                       adds its tasks: P2 and P3 before P1
 *   NO_LAST_LOOK        the last searcher that finds work does not look for
 *                       more: no F2
 *   LAST_LOOK_EARLY     it looks and then stops searching: F2 before F1
 *   NO_HELP             a worker that found more than it runs does not call
 *                       another for it
 *   WOKEN_UNCOUNTED     nobody counts the woken worker
 *   WOKEN_LATE          the waker counts it, but after it gave up the mutex
 *   WOKEN_TWICE         retract counts the worker though its waker did
 *   START_UNCOUNTED     nobody counts the worker that is started
 *   FAILURE_COUNTED     a failed start does not take back its count
 *   FAILURE_UNSEEN      it does, but does not look for work then
 *   UNSETTLED           a worker keeps its credit when it idles
 *   SLEEP_UNSEEN        sleep() waits without looking at `woken`
 *   WAKE_THEN_STOP      stop() wakes all and then sets the flag
 *   STOP_UNSEEN         the look before sleeping omits the stop flag
 *
 * NO_LAST_LOOK, LAST_LOOK_EARLY and NO_HELP need LONG to be found out: they
 * lose no task, but leave it to a worker that is busy. NO_HELP takes four
 * tasks: a worker that does not count as a searcher takes two from the
 * injector, and before it puts one of them into its deque, where nobody is
 * told of it, the other looks everywhere and sleeps.
 *
 * And a variant that is right: LEAVE_THEN_ANNOUNCE, S2 before S1. A producer
 * between the two finds neither a searcher nor a name, but S3 sees its task.
 * The code's order spares that producer the start of one more worker.
 */

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef BATCH
#define BATCH 2
#endif
#ifndef SINGLES
#define SINGLES 1
#endif
#ifndef CHILDREN
#define CHILDREN 0
#endif
/* How often a producer spawns, and how many tasks at a time. */
#define SPAWNS(producer) ((producer) == 0 -> (BATCH > 0) : SINGLES)
#define SIZE(producer) ((producer) == 0 -> BATCH : 1)
#define TASKS (BATCH + SINGLES)
#define PRODUCERS ((BATCH > 0) + (SINGLES > 0))

/* StateWord: one word, so each change of both is one step. */
bool accepting = true;
byte in_flight;

/* Injector and WorkDeque: how many tasks they hold. */
byte injector;
bool injector_closed;
byte deque[WORKERS];

/* Parking */
bool locked;            /* the mutex is held from one step to the next */
byte sleeping[WORKERS]; /* a stack of ids, */
byte sleepers;          /* and its height */
byte searchers;
bool woken[WORKERS];
bool waiting[WORKERS]; /* on the condition variable */

/* WorkPool and WorkerThreads */
bool stopping;
bool starts_closed;
byte started;

/* Not in the code: what the properties speak of. */
byte children = CHILDREN;
byte spawned_children;
byte running;
byte ran;
byte refused;
byte dropped;
byte left_workers;
byte left_searchers;
byte left_producers;

#if WORKERS == 2
#define QUEUED (injector + deque[0] + deque[1])
#define NAMED(id)                            \
  ((sleepers > 0 && sleeping[0] == (id)) || \
   (sleepers > 1 && sleeping[1] == (id)))
#else
#define QUEUED (injector + deque[0] + deque[1] + deque[2])
#define NAMED(id)                            \
  ((sleepers > 0 && sleeping[0] == (id)) || \
   (sleepers > 1 && sleeping[1] == (id)) || \
   (sleepers > 2 && sleeping[2] == (id)))
#endif

/* WorkPool::has_work: queue after queue. */
inline look() {
  if
  :: atomic { injector > 0 -> busy = true }
  :: else ->
    if
    :: atomic { deque[0] > 0 -> busy = true }
    :: else ->
#if WORKERS > 2
      if
      :: atomic { deque[1] > 0 -> busy = true }
      :: else -> busy = (deque[2] > 0)
      fi
#else
      busy = (deque[1] > 0)
#endif
    fi
  fi
}

/* Parking::wake_one. A look at sleepers_ that finds some decides nothing. */
inline wake_one(ok) {
  if
  :: atomic { sleepers == 0 -> ok = false } /* P3 */
  :: atomic {
      !locked && sleepers > 0 ->
      locked = true;
      sleepers--;
      target = sleeping[sleepers];
      sleeping[sleepers] = 0
    }
    d_step {
#if !defined(WOKEN_UNCOUNTED) && !defined(WOKEN_LATE)
      searchers++;
#endif
      woken[target] = true;
      locked = false
    }
#ifdef WOKEN_LATE
    searchers++;
#endif
    d_step { waiting[target] = false; target = 0; ok = true } /* notify_one */
  fi
}

/* Parking::end_search, F1: whether it was the last. */
inline end_search(last) {
  assert(searchers > 0);
  searchers--;
  last = (searchers == 0)
}

/* WorkPool::start_worker, WorkerThreads::start */
inline start_worker(ok) {
  if
  :: atomic { starts_closed || started >= WORKERS || stopping -> ok = false }
  :: else ->
#ifndef START_UNCOUNTED
    searchers++; /* begin_search */
#endif
    if
    :: atomic {
        !starts_closed && started < WORKERS ->
        run Worker(started);
        started++;
        ok = true
      }
    :: atomic {
#ifdef FAILING
        starts_closed || started > 0;
        starts_closed = true;
#else
        starts_closed || started == WORKERS;
#endif
        ok = false
      }
#ifndef FAILURE_COUNTED
      d_step { end_search(busy) }
#ifdef FAILURE_UNSEEN
      busy = false;
#endif
      if
      :: atomic { busy -> busy = false }
        look();
        if
        :: atomic { busy -> busy = false }
          wake_one(busy);
          busy = false
        :: else
        fi
      :: else
      fi
#endif
    fi
  fi
}

/* WorkPool::call_workers */
inline call_workers(tasks) {
  if
  :: searchers >= tasks /* P2 */
  :: atomic { searchers < tasks -> calls = tasks - searchers }
    do
    :: wake_one(called);
      if
      :: called
      :: else -> start_worker(called)
      fi;
      if
      :: atomic { called && calls > 1 -> called = false; calls-- }
      :: atomic { else -> called = false; calls = 0; break }
      fi
    od
  fi
}

/* WorkPool::stop */
inline stop() {
#ifndef WAKE_THEN_STOP
  stopping = true;
#endif
  do
  :: wake_one(called); /* wake_all */
    if
    :: atomic { called -> called = false }
    :: else -> break
    fi
  od;
#ifdef WAKE_THEN_STOP
  stopping = true
#endif
}

/* WorkPool::complete: one fetch_sub. */
inline complete(tasks) {
  assert(in_flight >= tasks);
  terminal = (tasks != 0 && !accepting && in_flight == tasks);
  in_flight = in_flight - tasks
}
inline stop_if_terminal() {
  if
  :: atomic { terminal -> terminal = false }
    stop()
  :: else
  fi
}

/* Parking::announce: its section, S1, */
inline put_name() {
  atomic {
    !locked;
    assert(sleepers < WORKERS);
    woken[id] = false;
    sleeping[sleepers] = id;
    sleepers++
  }
}
/* and what follows it, S2. */
inline leave() {
  d_step { assert(searchers > 0); searchers-- }
}

/* Parking::retract: the name may stand anywhere in the stack. */
inline retract() {
  if
  :: atomic {
      !locked && woken[id] ->
#ifdef WOKEN_TWICE
      searchers++;
#endif
      assert(!NAMED(id))
    }
  :: atomic {
      !locked && !woken[id] ->
      assert(NAMED(id));
      locked = true;
      sleepers--;
      if
      :: sleeping[sleepers] == id
      :: else ->
        if
        :: sleeping[0] == id -> sleeping[0] = sleeping[1]
        :: else
        fi;
#if WORKERS > 2
        if
        :: sleepers == 2 -> sleeping[1] = sleeping[2]
        :: else
        fi;
#endif
      fi;
      sleeping[sleepers] = 0
    }
    d_step { searchers++; locked = false }
  fi
}

/* Parking::sleep */
inline sleep() {
#ifdef SLEEP_UNSEEN
  atomic { !locked -> waiting[id] = true }
  !waiting[id]
#else
  do
  :: atomic { !locked && woken[id] -> break }
  :: atomic { !locked && !woken[id] -> waiting[id] = true }
    !waiting[id]
  od
#endif
}

/* stopping() || has_work(), S3 */
inline look_twice() {
  if
#ifndef STOP_UNSEEN
  :: atomic { stopping -> busy = true }
#endif
  :: else -> look()
  fi
}

/* park_worker */
inline park() {
#if defined(LOOK_THEN_ANNOUNCE)
  look();
  put_name();
  leave();
  if
  :: stopping -> busy = true
  :: else
  fi;
#elif defined(LOOK_THEN_LEAVE)
  put_name();
  look();
  leave();
  if
  :: stopping -> busy = true
  :: else
  fi;
#elif defined(LEAVE_THEN_ANNOUNCE)
  leave();
  put_name();
  look_twice();
#else
  put_name();
  leave();
  look_twice();
#endif
  if
  :: atomic { busy -> busy = false }
    retract()
  :: else -> sleep()
  fi
}

/* find_task: own deque, injector, the other deques. That the own one is empty
 * stays true until its owner pushes, so this look is no step. */
inline steal(victim) {
  if
  :: deque[victim] == 0 /* WorkDeque::steal: the look */
  :: else ->
    atomic { /* and the CAS */
      if
      :: deque[victim] > 0 -> deque[victim]--; found = true
      :: else
      fi
    }
    if
    :: found -> more = (deque[victim] > 0)
    :: else
    fi
  fi
}
inline find_task() {
  if
  :: atomic { deque[id] > 0 -> deque[id]--; found = true } /* pop */
  :: deque[id] == 0 && injector == 0 -> /* Injector::take: the look */
    steal((id + 1) % WORKERS)
  :: deque[id] == 0 && injector > 0 ->
    d_step { /* and the section: a share, rounded up */
      taken = (injector + WORKERS - 1) / WORKERS;
      injector = injector - taken;
      found = (taken > 0)
    }
    if
    :: atomic { taken > 1 -> assert(taken == 2); deque[id]++; more = true }
    :: atomic { taken == 1 -> more = (injector > 0) }
    :: atomic { taken == 0 -> skip }
      steal((id + 1) % WORKERS)
    fi;
    taken = 0
  fi
#if WORKERS > 2
  if
  :: !found -> steal((id + 2) % WORKERS)
  :: else
  fi
#endif
}

/* call_help, after a task was found. */
inline call_help() {
#ifdef NO_HELP
  more = false;
#endif
  if
#ifdef LAST_LOOK_EARLY
  :: atomic { counted && searchers == 1 && !more -> counted = false }
    look();
    more = busy;
    d_step { end_search(busy); busy = false }
  :: atomic { counted && (searchers > 1 || more) -> counted = false }
    d_step { end_search(busy); busy = false }
#else
  :: atomic { counted -> counted = false; end_search(busy) }
#ifdef NO_LAST_LOOK
    busy = false;
#endif
    if
    :: atomic { busy && !more -> busy = false }
      look();
      more = busy
    :: else
    fi;
    busy = false
#endif
  :: else
  fi;
  if
  :: atomic { more -> more = false }
    call_workers(1)
  :: else
  fi
}

/* A task, which may spawn another one. */
inline run_task() {
#ifdef LONG
  running++;
#endif
  if
  :: atomic { children > 0 -> children--; spawned_children++ }
    if /* Credits::spend, or StateWord::spawn_inside */
    :: atomic { credit -> credit = false }
    :: atomic { !credit -> in_flight++ }
    fi;
    if
#ifndef LONG
    :: deque[id]++ /* push_local */
#endif
    :: /* push_global */
#ifdef CALL_THEN_PUSH
      call_workers(1);
      injector++
#else
      injector++;
      call_workers(1)
#endif
    fi
  :: true
  fi;
  atomic {
#ifdef LONG
    QUEUED == 0 || running == (starts_closed -> started : WORKERS);
    running--;
#endif
    ran++;
    if /* Credits::earn */
    :: credit -> complete(1)
    :: else -> credit = true
    fi
  }
  stop_if_terminal()
}

/* Credits::settle */
inline settle() {
  if
  :: atomic { credit -> credit = false; complete(1) }
    stop_if_terminal()
  :: else
  fi
}

proctype Worker(byte id) {
  bool counted, credit, called, terminal, busy, found, more;
  byte target, taken, calls;
  counted = true;
  do
  :: stopping -> break
  :: else ->
    find_task();
    if
    :: atomic { found -> found = false }
      call_help();
      run_task()
    :: atomic {
        !found && counted;
#ifndef UNSETTLED
        assert(!credit) /* so idle_step has nothing to settle */
#endif
      }
      park()
    :: atomic { !found && !counted -> counted = true }
#ifndef UNSETTLED
      settle();
#endif
      searchers++; /* begin_search */
      if /* one more round or none */
      :: true
      :: park()
      fi
    fi
  od;
  settle();
  atomic { left_searchers = left_searchers + counted; left_workers++ }
}

proctype Producer(byte number) {
  bool called, terminal, accepted, busy;
  byte target, calls, spawns;
  do
  :: spawns < SPAWNS(number) ->
    atomic { /* StateWord::try_spawn: one CAS in the end */
      spawns++;
      accepted = accepting;
      if
      :: accepted -> in_flight = in_flight + SIZE(number)
      :: else -> refused = refused + SIZE(number)
      fi
    }
    if
    :: accepted ->
#ifdef CALL_THEN_PUSH
      call_workers(SIZE(number));
#endif
      if
      :: atomic { /* Injector::push, P1 */
          !injector_closed -> injector = injector + SIZE(number)
        }
#ifndef CALL_THEN_PUSH
        call_workers(SIZE(number))
#endif
      :: atomic { injector_closed -> refused = refused + SIZE(number) }
        d_step { complete(SIZE(number)) }
        stop_if_terminal()
      fi
    :: else
    fi
  :: else -> break
  od;
  atomic { spawns = 0; accepted = false; left_producers++ }
}

proctype Owner() {
  bool called, terminal, abandons;
  byte target;
#ifdef AT_REST
  timeout; /* nobody can take a step */
  if
  :: !stopping ->
    assert(QUEUED == 0);
    assert(searchers == 0);
    assert(sleepers == started && running == 0 && in_flight == 0);
    assert(left_producers == PRODUCERS)
  :: else
  fi;
#endif
  if
  :: abandons = false /* join() */
#ifdef ABANDON
  :: abandons = true /* shutdown() */
#endif
  fi;
  d_step { /* WorkPool::close: one fetch_and */
    terminal = (accepting && in_flight == 0);
    accepting = false
  }
  stop_if_terminal();
  if
  :: abandons -> stop()
  :: else
  fi;
  /* finish() */
  if
  :: stopping /* StopSignal::wait */
  :: timeout -> /* nobody can take a step any more */
    assert(QUEUED == 0);
    stopping
  fi;
  starts_closed = true;
  left_workers == started; /* thread.join() */
  /* A producer may still be on its way. */
  injector_closed = true;
  d_step {
    dropped = QUEUED;
    deque[0] = 0;
    deque[1] = 0;
#if WORKERS > 2
    deque[2] = 0;
#endif
    injector = 0;
    complete(dropped)
  }
  stop_if_terminal();
  left_producers == PRODUCERS;
  assert(in_flight == 0 && injector == 0 && sleepers == 0);
  assert(searchers == left_searchers);
  assert(ran + dropped + refused == TASKS + spawned_children);
  assert(abandons || dropped == 0)
}

init {
  atomic {
    run Owner();
    if
    :: (BATCH > 0) -> run Producer(0)
    :: else
    fi;
    if
    :: (SINGLES > 0) -> run Producer(1)
    :: else
    fi
  }
}
