import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import Pad, { type PointGroup } from "signature_pad";
import { fitCanvas, INK, PAPER, scaled } from "./ink";

/** Drawing by finger, pen or mouse on a canvas: its strokes, and taking them back. */
export function useInk(canvas: RefObject<HTMLCanvasElement | null>, active: boolean) {
  const pad = useRef<Pad | null>(null);
  // What was drawn outlives the canvas: choosing the other way of signing and coming back loses nothing.
  const ink = useRef<{ data: PointGroup[]; width: number }>({ data: [], width: 0 });
  const [strokes, setStrokes] = useState(0);
  const [busy, setBusy] = useState(false);

  const take = useCallback((data: PointGroup[]) => {
    ink.current = { ...ink.current, data };
    setStrokes(data.length);
  }, []);

  useEffect(() => {
    const paper = canvas.current;
    if (!active || !paper) return;
    const own = new Pad(paper, { penColor: INK, backgroundColor: PAPER, minWidth: 0.8, maxWidth: 2.8, minDistance: 2, throttle: 8 });
    pad.current = own;
    const lay = () => {
      const { width, height } = fitCanvas(paper);
      if (width === 0 || height === 0) return;
      const data = ink.current.width > 0 && ink.current.width !== width ? scaled(ink.current.data, width / ink.current.width) : ink.current.data;
      ink.current = { data, width };
      own.fromData(data);
    };
    lay();
    const begin = () => setBusy(true);
    const end = () => {
      setBusy(false);
      take(own.toData());
    };
    own.addEventListener("beginStroke", begin);
    own.addEventListener("endStroke", end);
    const observer = new ResizeObserver(() => {
      if (paper.clientWidth !== ink.current.width) lay();
    });
    observer.observe(paper);
    return () => {
      observer.disconnect();
      own.removeEventListener("beginStroke", begin);
      own.removeEventListener("endStroke", end);
      own.off();
      pad.current = null;
    };
  }, [canvas, active, take]);

  const redraw = (data: PointGroup[]) => {
    pad.current?.fromData(data);
    take(data);
  };
  return { strokes, busy, undo: () => redraw(ink.current.data.slice(0, -1)), clear: () => redraw([]) };
}
