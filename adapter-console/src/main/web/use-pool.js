// What a tab reads of its pool: at first, and again after each change of the pool.
import { useEffect, useRef, useState } from './html.js';
import { readAll } from './live.js';

const LEAST_TIME = 1000;

/** Reads one time after another, at most once in a second. What it has read is shown, even if it is old by then. */
class Reader {
  constructor(read, onRead, onFailure) {
    Object.assign(this, { read, onRead, onFailure, wanted: false, running: false, ended: false });
  }

  async want() {
    this.wanted = true;
    if (this.running) {
      return;
    }
    this.running = true;
    while (this.wanted && !this.ended) {
      this.wanted = false;
      try {
        const values = await this.read();
        if (!this.ended) {
          this.onRead(values);
        }
      } catch (e) {
        this.onFailure(e);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, LEAST_TIME);
      });
    }
    this.running = false;
  }

  end() {
    this.ended = true;
  }
}

/**
 * @param paths the paths to read, by name; null for one that is not to be read
 * @param version changes when the pool has changed
 * @returns what was read last, by name; null before that
 */
export function useReads(paths, version, onSignedOut) {
  const [values, setValues] = useState(null);
  const reader = useRef(null);
  const key = JSON.stringify(paths);
  useEffect(() => {
    const own = new Reader(() => readAll(paths), setValues, onSignedOut);
    reader.current = own;
    own.version = version;
    own.want();
    return () => own.end();
  }, [key]);
  useEffect(() => {
    if (reader.current.version !== version) {
      reader.current.version = version;
      reader.current.want();
    }
  }, [key, version]);
  return values;
}
