import { memo, useRef, useState, type PointerEvent, type ReactNode } from "react";
import { drawnOn, hasRoom, MOST_POINTS, PAPER, pathOf, pointAt, pointsIn, type Stroke } from "./signature";
import classes from "./signature.module.css";

interface Props {
  /** What it is and what stands in it, for those who do not see it. */
  name: string;
  strokes: readonly Stroke[];
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  /** Shown while nothing is drawn. */
  hint: ReactNode;
  onStroke: (stroke: Stroke) => void;
}

/** White paper that a finger, a pen or the mouse draws on; a second finger, or a hand beside the pen, draws nothing. */
export function SignatureBox({ name, strokes, disabled, invalid, describedBy, hint, onStroke }: Props) {
  const [shown, setShown] = useState<Stroke | null>(null);
  // Moves come faster than pages are drawn: each goes on from the one before.
  const current = useRef<{ pointer: number; stroke: Stroke } | null>(null);
  const room = MOST_POINTS - pointsIn(strokes);

  const draw = (event: PointerEvent<SVGSVGElement>, stroke: Stroke) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { nativeEvent } = event;
    const between = nativeEvent.getCoalescedEvents?.() ?? [];
    const next = drawnOn(stroke, (between.length > 0 ? between : [nativeEvent]).map((each) => pointAt(each, box)), room);
    current.current = { pointer: event.pointerId, stroke: next };
    setShown(next);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled || current.current || !event.isPrimary || event.button !== 0 || !hasRoom(strokes)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    draw(event, []);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (current.current?.pointer === event.pointerId) draw(event, current.current.stroke);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (current.current?.pointer !== event.pointerId) return;
    const { stroke } = current.current;
    current.current = null;
    setShown(null);
    if (stroke.length > 0) onStroke(stroke);
  };

  return (
    <div className={classes.paper} data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      <svg
        role="img"
        aria-label={name}
        aria-describedby={describedBy}
        viewBox={`0 0 ${PAPER.width} ${PAPER.height}`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
      >
        <line className={classes.line} x1={30} x2={PAPER.width - 30} y1={154} y2={154} />
        {strokes.map((stroke, at) => (
          <Ink key={at} stroke={stroke} />
        ))}
        {shown && <Ink stroke={shown} />}
      </svg>
      {strokes.length === 0 && !shown && (
        <span className={classes.here} aria-hidden>
          {hint}
        </span>
      )}
    </div>
  );
}

const Ink = memo(function Ink({ stroke }: { stroke: Stroke }) {
  return <path className={classes.ink} d={pathOf(stroke)} />;
});
