// Admission: how much work is taken up at once; the rest waits its short turn or is shed unread.
import type { Cost } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/errors.ts';

/**
 * Requests at work on our own cores and connections, of which there are as many. More than this
 * adds nothing to what is finished in a second: it makes each turn of the loop longer, and
 * everybody wait, who is sent away too.
 */
const most_working = 12;

interface Share {
  /** How many of the working may be of this class. */
  working: number;
  /** How many may wait; one more is shed at once, so that a refusal never waits itself. */
  waiting: number;
}

/** In the order in which a free place is given away: money first, what can be repeated last. */
const shares: readonly (readonly [Cost, Share])[] = [
  ['payment', { working: 12, waiting: 96 }],
  ['write', { working: 9, waiting: 96 }],
  ['read', { working: 9, waiting: 96 }],
  ['search', { working: 5, waiting: 64 }],
  // Each keeps a core busy for as long as the hash of a password takes.
  ['sign_in', { working: 2, waiting: 64 }],
  ['export', { working: 3, waiting: 32 }],
];

/** A place is given back by its request; this long after, it is taken back, come what may. */
const longest_place_ms = 60_000;
const look_every_ms = 50;
const tell_every_ms = 1_000;
/** A loop that comes this late again and again has no time for what can wait. */
const late_ms = 250;
const late_looks = 6;

interface Line {
  cost: Cost;
  share: Share;
  working: number;
  waiting: DoorPlace[];
}

/** The right of one request to be worked on. */
export interface Place {
  /** The work is done, or goes on without us: to be called as often as one likes. */
  leave(): void;
  /** For the time of `work` the place belongs to others: it runs somewhere else. */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

export interface Admission {
  /**
   * Gives a place, at once or when one is free. Throws 503 `unavailable` with Retry-After where it
   * is crowded.
   */
  enter(cost: Cost): Promise<Place> | Place;
  /** Whether enter() would turn a request of this class away just now. */
  isCrowded(cost: Cost): boolean;
  /** Somebody was turned away because isCrowded() said so. */
  refused(): void;
  counts(): { working: number; waiting: number };
  close(): void;
}

/** What is said to whom is turned away. */
export const crowded = {
  message: 'service unavailable: too many requests at once, please try again later',
  retry_after_seconds: 1,
} as const;

const free_place: Place = { leave: () => undefined, outside: (work) => work() };

class DoorPlace implements Place {
  readonly line: Line;
  readonly #door: Door;
  since_ms = 0;
  working = false;
  left = false;
  entered: (place: Place) => void = () => undefined;
  shed: (error: unknown) => void = () => undefined;

  constructor(door: Door, line: Line) {
    this.#door = door;
    this.line = line;
  }

  leave(): void {
    this.left = true;
    this.#door.yield(this);
  }

  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.#door.yield(this);
    try {
      return await work();
    } finally {
      // What was begun goes on, whoever took the place meanwhile: it is never shed half way.
      if (!this.left) this.#door.work(this);
    }
  }
}

class Door implements Admission {
  readonly #lines = shares.map(
    ([cost, share]) => ({ cost, share, working: 0, waiting: [] }) as Line,
  );
  /** Oldest first. */
  readonly #working = new Set<DoorPlace>();
  readonly #longest_wait_ms: number;
  /** The first of a line has waited so long that who comes now would wait in vain. */
  readonly #slow_line_ms: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #tell: (refused: number) => void;
  #looked_ms = 0;
  #late_looks = 0;
  #refused = 0;
  #told_ms = Number.NEGATIVE_INFINITY;

  constructor(longest_wait_ms: number, tell: (refused: number) => void) {
    this.#longest_wait_ms = longest_wait_ms;
    this.#tell = tell;
    this.#slow_line_ms = longest_wait_ms / 4;
  }

  enter(cost: Cost): Promise<Place> | Place {
    const line = this.#lineOf(cost);
    if (!line) return free_place;
    this.#watch();
    const place = new DoorPlace(this, line);
    if (this.#isOpen(line)) {
      this.work(place);
      return place;
    }
    if (this.#isFull(line)) throw this.#refuse();
    place.since_ms = performance.now();
    line.waiting.push(place);
    return new Promise((resolve, reject) => {
      place.entered = resolve;
      place.shed = reject;
    });
  }

  isCrowded(cost: Cost): boolean {
    const line = this.#lineOf(cost);
    return line !== undefined && !this.#isOpen(line) && this.#isFull(line);
  }

  refused(): void {
    this.#refused += 1;
  }

  work(place: DoorPlace): void {
    if (place.working) return;
    place.working = true;
    place.since_ms = performance.now();
    place.line.working += 1;
    this.#working.add(place);
  }

  yield(place: DoorPlace): void {
    if (!place.working) return;
    place.working = false;
    place.line.working -= 1;
    this.#working.delete(place);
    this.#fill();
  }

  counts() {
    const waiting = this.#lines.reduce((sum, line) => sum + line.waiting.length, 0);
    return { working: this.#working.size, waiting };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #lineOf(cost: Cost): Line | undefined {
    return this.#lines.find((one) => one.cost === cost);
  }

  /** Nobody waits before the one who comes now, and there is a place. */
  #isOpen(line: Line): boolean {
    return line.waiting.length === 0 && this.#hasRoom(line);
  }

  /** Who joins a line that hardly moves waits for a refusal: it comes at once instead. */
  #isFull(line: Line): boolean {
    const [first] = line.waiting;
    if (!first) return this.#isLateFor(line);
    const waited_ms = performance.now() - first.since_ms;
    const { length } = line.waiting;
    return length >= line.share.waiting || waited_ms > this.#slow_line_ms || this.#isLateFor(line);
  }

  #refuse(): Refusal {
    this.refused();
    return new Refusal('unavailable', crowded.message, undefined, crowded.retry_after_seconds);
  }

  #hasRoom(line: Line): boolean {
    return this.#working.size < most_working && line.working < line.share.working;
  }

  #isLateFor({ cost }: Line): boolean {
    return this.#late_looks >= late_looks && cost !== 'payment';
  }

  #fill(): void {
    for (const line of this.#lines) {
      while (line.waiting.length > 0 && this.#hasRoom(line)) {
        const place = line.waiting.shift() as DoorPlace;
        this.work(place);
        place.entered(place);
      }
    }
  }

  #watch(): void {
    if (this.#timer) return;
    this.#looked_ms = performance.now();
    this.#timer = setInterval(() => this.#look(), look_every_ms).unref();
  }

  #look(): void {
    const now = performance.now();
    const late = now - this.#looked_ms - look_every_ms > late_ms;
    this.#late_looks = late ? this.#late_looks + 1 : 0;
    this.#looked_ms = now;
    for (const place of this.#working) {
      if (now - place.since_ms < longest_place_ms) break;
      this.yield(place);
    }
    for (const line of this.#lines) {
      while (line.waiting[0] && now - line.waiting[0].since_ms > this.#longest_wait_ms) {
        line.waiting.shift()?.shed(this.#refuse());
      }
    }
    if (this.#refused > 0 && now - this.#told_ms >= tell_every_ms) {
      this.#tell(this.#refused);
      this.#refused = 0;
      this.#told_ms = now;
    }
    if (this.#working.size === 0 && this.counts().waiting === 0 && this.#refused === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}

/**
 * The door of one server; `turn_seconds` is how long a request may wait when nothing moves. `tell`
 * hears once a second how many were turned away since it last did.
 */
export function makeAdmission(turn_seconds: number, tell: (refused: number) => void): Admission {
  return new Door(turn_seconds * 1_000, tell);
}
