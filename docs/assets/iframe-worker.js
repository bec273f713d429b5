// Browsers start no workers for pages that are opened from the file system, and the search is a worker. So there, and only
// there, the worker's script runs in a frame that is not shown. The builder looks for this file's name before it links to a
// copy on the network.
if (location.protocol === "file:") {
  // A message is a copy, and comes after what is being done now, as between a page and a worker.
  const send = (data, receive) => {
    const message = new MessageEvent("message", { data: structuredClone(data) });
    setTimeout(() => receive(message));
  };

  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = data => send(data, message => this.onmessage?.(message));
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      this.ready = new Promise(resolve => script.addEventListener("load", resolve));
      inside.document.head.append(script);
    }

    postMessage(data) {
      this.ready.then(() => send(data, message => this.frame.contentWindow?.dispatchEvent(message)));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
