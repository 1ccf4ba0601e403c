/** Where every service takes the time from: SQL never asks for now, and tests move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A running clock that test mode may set and push forward (`/dev/clock`). */
export class MovableClock implements Clock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  set(moment: Date): void {
    this.offset = moment.getTime() - Date.now();
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}

/** The moment so many milliseconds later; earlier when they are negative. */
export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);
