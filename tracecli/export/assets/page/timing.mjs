// What a loop costs at any costs: the formula's largest term, and the steady state of the event graph. The same recurrence
// as in Python; a test holds both equal.

const NEAR = 1e-9;

/** What an iteration takes, the term that decides, and when each event of iteration 0 happens. */
export function solve({ events, order, last, terms }, costs) {
  const worth = ([paid, iterations]) => paid.reduce((sum, [cost, times]) => sum + costs[cost] * times, 0) / iterations;
  const values = terms.map(worth);
  const period = Math.max(...values);
  const decides = values.indexOf(period);
  const durations = events.map(([, cost]) => (cost === null ? 0 : costs[cost]));
  const far = events.map(() => null);
  const extend = (reached, source) => {
    reached[source] = 0;
    for (let round = 0, changed = true; changed && round <= events.length; round += 1) {
      changed = false;
      for (const event of order) {
        for (const [before, lag] of events[event][2]) {
          if (reached[before] === null) continue;
          const reach = reached[before] + durations[event] - period * lag;
          if (reached[event] !== null && reach <= reached[event] + NEAR * period) continue;
          reached[event] = reach;
          changed = true;
        }
      }
    }
    return reached;
  };
  extend(far, terms[decides][2]);
  // What the slowest part does not hold back is as late as it can be without delaying what is placed.
  for (let event; (event = order.find(one => far[one] === null)) !== undefined; ) {
    const own = extend(events.map(() => null), event);
    const late = far.flatMap((value, one) => (value === null || own[one] === null ? [] : [value - own[one]]));
    const move = late.length ? Math.min(...late) : 0;
    own.forEach((reach, one) => {
      if (reach !== null && far[one] === null) far[one] = reach + move;
    });
  }
  const start = far[last] - period;
  return { period, values, decides, durations, times: far.map(value => value - start) };
}

/** The bars of each resource from 0 to `end`: start, end, cost, batch (0 for k, null for none). */
export function barsOf({ events, resources }, { period, durations, times }, end) {
  const lanes = resources.map(() => []);
  events.forEach(([resource, cost, , batch], event) => {
    if (durations[event] <= NEAR * end || !period) return;
    for (let n = -Math.floor(times[event] / period + NEAR); ; n += 1) {
      const start = times[event] - durations[event] + n * period;
      if (start >= end - NEAR * end) break;
      if (start + durations[event] > NEAR * end) {
        lanes[resource].push([Math.max(start, 0), Math.min(start + durations[event], end), cost, batch === null ? null : n + batch]);
      }
    }
  });
  return lanes.map(bars => bars.sort((one, other) => one[0] - other[0]));
}
