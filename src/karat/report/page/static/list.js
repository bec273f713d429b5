// A list of any length of which only the rows in sight are in the page. Rows have the heights they turn out to have:
// a height is estimated until its row is drawn, then measured, and the row the reader looks at stays where it is.

const OVERSCAN = 500; // pixels above and below that are drawn ahead

class VirtualList {
  // draw(row, place, count) makes an element; estimate(row, width) is its likely height.
  constructor(box, space, draw, estimate) {
    Object.assign(this, { box, space, draw, estimate });
    this.rows = [];
    this.drawn = new Map(); // place → element
    this.heights = new Map(); // row → height, as estimated and then as measured
    this.current = 0;
    this.width = 0;
    this.watch = new ResizeObserver(() => this.later());
    box.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(box);
  }

  show(rows, current = 0) {
    this.rows = rows;
    this.current = Math.min(Math.max(current, 0), Math.max(rows.length - 1, 0));
    this.clear();
    this.heights.clear();
    this.lay();
    this.box.scrollTop = 0;
    this.render();
  }

  // Draw everything anew in its place, for instance with other highlights.
  again() {
    const anchor = this.anchor();
    const focused = [...this.drawn].find(([, element]) => element.contains(document.activeElement));
    this.clear();
    this.lay();
    this.restore(anchor);
    this.render();
    if (focused) this.drawn.get(focused[0])?.focus({ preventScroll: true });
  }

  clear() {
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    this.watch.disconnect();
  }

  resized() {
    if (this.box.clientWidth === this.width) return this.later();
    this.width = this.box.clientWidth;
    this.heights.clear();
    this.again();
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.render();
    });
  }

  // Where every row begins, and where the last one ends.
  lay() {
    const tops = new Float64Array(this.rows.length + 1);
    for (let place = 0; place < this.rows.length; place += 1) {
      const row = this.rows[place];
      let height = this.heights.get(row);
      if (height === undefined) this.heights.set(row, (height = this.estimate(row, this.width)));
      tops[place + 1] = tops[place] + height;
    }
    this.tops = tops;
    this.space.style.height = `${tops[this.rows.length]}px`;
  }

  // The row at a height.
  at(height) {
    let [low, high] = [0, this.rows.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  anchor() {
    const place = this.at(this.box.scrollTop);
    return { place, beyond: this.box.scrollTop - (this.tops?.[place] ?? 0) };
  }

  restore({ place, beyond }) {
    if (this.rows.length) this.box.scrollTop = this.tops[Math.min(place, this.rows.length - 1)] + beyond;
  }

  render(anchor = this.rows.length ? this.anchor() : null) {
    if (!this.rows.length) return this.clear();
    // What is measured may bring other rows into sight; after a few rounds everything has its height.
    for (let round = 0; round < 8; round += 1) {
      this.fill();
      if (!this.measure()) break;
      this.lay();
      this.restore(anchor);
    }
    for (const [place, element] of this.drawn) {
      element.style.transform = `translateY(${this.tops[place]}px)`;
      element.tabIndex = place === this.current ? 0 : -1;
    }
  }

  fill() {
    const top = this.box.scrollTop;
    const first = this.at(top - OVERSCAN);
    const last = this.at(top + this.box.clientHeight + OVERSCAN);
    for (const [place, element] of this.drawn) {
      // What has the focus stays, or the keyboard would be lost.
      if ((place < first || place > last) && !element.contains(document.activeElement)) {
        this.watch.unobserve(element);
        element.remove();
        this.drawn.delete(place);
      }
    }
    for (let place = first; place <= last; place += 1) {
      if (!this.drawn.has(place)) this.insert(place);
    }
  }

  // In the order of the page, so that reading and tabbing follow the eye.
  insert(place) {
    const element = this.draw(this.rows[place], place, this.rows.length);
    let after = null;
    let nearest = Infinity;
    for (const [other, drawn] of this.drawn) {
      if (other > place && other < nearest) [after, nearest] = [drawn, other];
    }
    this.space.insertBefore(element, after);
    this.drawn.set(place, element);
    this.watch.observe(element);
  }

  measure() {
    let changed = false;
    for (const [place, element] of this.drawn) {
      const height = element.offsetHeight;
      if (this.heights.get(this.rows[place]) !== height && height > 0) {
        this.heights.set(this.rows[place], height);
        changed = true;
      }
    }
    return changed;
  }

  // Bring a row into sight, at the top unless all of it is there already.
  reveal(place, { always = false } = {}) {
    const { scrollTop, clientHeight } = this.box;
    const [top, bottom] = [this.tops[place], this.tops[place + 1]];
    if (always || top < scrollTop || bottom > scrollTop + clientHeight) {
      this.box.scrollTop = top;
      this.render({ place, beyond: 0 });
    }
  }

  go(place, options = {}) {
    if (!this.rows.length) return;
    this.current = Math.min(Math.max(place, 0), this.rows.length - 1);
    this.reveal(this.current, options);
    this.render();
    this.drawn.get(this.current)?.focus({ preventScroll: true });
  }
}
