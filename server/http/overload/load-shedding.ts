// Load shedding: limits the requests worked on at once, by class; more wait briefly or get a 503.
import type { RateClass } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/errors.ts';

/**
 * Requests worked on at once, as many as there are connections to the database. More of them finish
 * no more work in a second: each iteration of the event loop takes longer, and so does every
 * answer, refusals included.
 */
const max_working = 12;

interface Share {
  /** How many requests of this class may be worked on at once. */
  working: number;
  /** How many may wait; one more is refused at once. */
  waiting: number;
}

/** In the order in which free slots are given: payments first. Other classes need no slot. */
const shares: readonly (readonly [RateClass, Share])[] = [
  ['payment', { working: 12, waiting: 96 }],
  ['write', { working: 9, waiting: 96 }],
  ['read', { working: 9, waiting: 96 }],
  ['search', { working: 5, waiting: 64 }],
  // Each keeps a core busy for as long as the hash of a password takes.
  ['sign_in', { working: 2, waiting: 64 }],
  ['export', { working: 3, waiting: 32 }],
];

/** A request that has not released its slot after this long loses it. */
const longest_slot_ms = 60_000;
const check_every_ms = 50;
const report_every_ms = 1_000;
/** While the event loop is this late several times in a row, only payments may wait for a slot. */
const late_ms = 250;
const late_checks = 6;

interface ClassQueue {
  rate_class: RateClass;
  share: Share;
  working: number;
  waiting: RequestSlot[];
}

/** The right of one request to be worked on. */
export interface Slot {
  /** The work is done, or goes on elsewhere; further calls do nothing. */
  release(): void;
  /** Frees the slot while `work` waits for another system. */
  withoutSlot<T>(work: () => Promise<T>): Promise<T>;
}

export interface LoadShedder {
  /**
   * Gives a slot, at once or when one is free. Throws 503 `unavailable` with Retry-After under
   * overload.
   */
  acquire(rate_class: RateClass): Promise<Slot> | Slot;
  /** Whether acquire() would refuse a request of this class now. */
  isOverloaded(rate_class: RateClass): boolean;
  /** Counts a request that was refused because of isOverloaded(). */
  countShed(): void;
  counts(): { working: number; waiting: number };
  close(): void;
}

/** The refusal of a request that is shed. */
export const overloaded = {
  message: 'service unavailable: too many requests at once, please try again later',
  retry_after_seconds: 1,
} as const;

const unlimited_slot: Slot = { release: () => undefined, withoutSlot: (work) => work() };

class RequestSlot implements Slot {
  readonly queue: ClassQueue;
  readonly #shedder: Shedder;
  since_ms = 0;
  working = false;
  released = false;
  admitted: (slot: Slot) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor(shedder: Shedder, queue: ClassQueue) {
    this.#shedder = shedder;
    this.queue = queue;
  }

  release(): void {
    this.released = true;
    this.#shedder.stop(this);
  }

  async withoutSlot<T>(work: () => Promise<T>): Promise<T> {
    this.#shedder.stop(this);
    try {
      return await work();
    } finally {
      // Work that has begun is never shed, even where others have taken all slots meanwhile.
      if (!this.released) this.#shedder.work(this);
    }
  }
}

class Shedder implements LoadShedder {
  readonly #queues = shares.map(
    ([rate_class, share]) => ({ rate_class, share, working: 0, waiting: [] }) as ClassQueue,
  );
  /** Oldest first. */
  readonly #working = new Set<RequestSlot>();
  readonly #longest_wait_ms: number;
  /** Where the first in the queue has waited this long, whoever joins would wait in vain. */
  readonly #slow_queue_ms: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #report: (refused: number) => void;
  #checked_ms = 0;
  #late_checks = 0;
  #shed_count = 0;
  #reported_ms = Number.NEGATIVE_INFINITY;

  constructor(longest_wait_ms: number, report: (refused: number) => void) {
    this.#longest_wait_ms = longest_wait_ms;
    this.#report = report;
    this.#slow_queue_ms = longest_wait_ms / 4;
  }

  acquire(rate_class: RateClass): Promise<Slot> | Slot {
    const queue = this.#queueOf(rate_class);
    if (!queue) return unlimited_slot;
    this.#watch();
    const slot = new RequestSlot(this, queue);
    if (this.#isOpen(queue)) {
      this.work(slot);
      return slot;
    }
    if (this.#isFull(queue)) throw this.#refuse();
    slot.since_ms = performance.now();
    queue.waiting.push(slot);
    return new Promise((resolve, reject) => {
      slot.admitted = resolve;
      slot.reject = reject;
    });
  }

  isOverloaded(rate_class: RateClass): boolean {
    const queue = this.#queueOf(rate_class);
    return queue !== undefined && !this.#isOpen(queue) && this.#isFull(queue);
  }

  countShed(): void {
    this.#shed_count += 1;
  }

  work(slot: RequestSlot): void {
    if (slot.working) return;
    slot.working = true;
    slot.since_ms = performance.now();
    slot.queue.working += 1;
    this.#working.add(slot);
  }

  stop(slot: RequestSlot): void {
    if (!slot.working) return;
    slot.working = false;
    slot.queue.working -= 1;
    this.#working.delete(slot);
    this.#fill();
  }

  counts() {
    const waiting = this.#queues.reduce((sum, queue) => sum + queue.waiting.length, 0);
    return { working: this.#working.size, waiting };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #queueOf(rate_class: RateClass): ClassQueue | undefined {
    return this.#queues.find((one) => one.rate_class === rate_class);
  }

  /** A slot is free and no earlier request waits for it. */
  #isOpen(queue: ClassQueue): boolean {
    return queue.waiting.length === 0 && this.#hasRoom(queue);
  }

  /** A queue that hardly moves refuses at once: waiting in it would end in a refusal too. */
  #isFull(queue: ClassQueue): boolean {
    const [first] = queue.waiting;
    if (!first) return this.#isLateFor(queue);
    const waited_ms = performance.now() - first.since_ms;
    const { length } = queue.waiting;
    return (
      length >= queue.share.waiting || waited_ms > this.#slow_queue_ms || this.#isLateFor(queue)
    );
  }

  #refuse(): Refusal {
    this.countShed();
    return new Refusal(
      'unavailable',
      overloaded.message,
      undefined,
      overloaded.retry_after_seconds,
    );
  }

  #hasRoom(queue: ClassQueue): boolean {
    return this.#working.size < max_working && queue.working < queue.share.working;
  }

  #isLateFor({ rate_class }: ClassQueue): boolean {
    return this.#late_checks >= late_checks && rate_class !== 'payment';
  }

  #fill(): void {
    for (const queue of this.#queues) {
      while (queue.waiting.length > 0 && this.#hasRoom(queue)) {
        const slot = queue.waiting.shift() as RequestSlot;
        this.work(slot);
        slot.admitted(slot);
      }
    }
  }

  #watch(): void {
    if (this.#timer) return;
    this.#checked_ms = performance.now();
    this.#timer = setInterval(() => this.#check(), check_every_ms).unref();
  }

  #check(): void {
    const now = performance.now();
    const late = now - this.#checked_ms - check_every_ms > late_ms;
    this.#late_checks = late ? this.#late_checks + 1 : 0;
    this.#checked_ms = now;
    for (const slot of this.#working) {
      if (now - slot.since_ms < longest_slot_ms) break;
      this.stop(slot);
    }
    for (const queue of this.#queues) {
      while (queue.waiting[0] && now - queue.waiting[0].since_ms > this.#longest_wait_ms) {
        queue.waiting.shift()?.reject(this.#refuse());
      }
    }
    if (this.#shed_count > 0 && now - this.#reported_ms >= report_every_ms) {
      this.#report(this.#shed_count);
      this.#shed_count = 0;
      this.#reported_ms = now;
    }
    if (this.#working.size === 0 && this.counts().waiting === 0 && this.#shed_count === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}

/**
 * The load shedder of one server; `queue_timeout_seconds` is how long a request may wait. `report`
 * gets once a second the number of requests that were shed since its last call.
 */
export function makeLoadShedder(
  queue_timeout_seconds: number,
  report: (refused: number) => void,
): LoadShedder {
  return new Shedder(queue_timeout_seconds * 1_000, report);
}
