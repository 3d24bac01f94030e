import type { SchoolDetails } from "@/api/types";
import classes from "./SchoolDrawing.module.css";

/** A pointed arch that stands on a line. */
const arch = (x: number, foot: number, width: number, height: number) => {
  const spring = foot - height + width * 0.62;
  return `M${x} ${foot}V${spring}Q${x + width * 0.06} ${spring - width * 0.42} ${x + width / 2} ${foot - height}Q${x + width * 0.94} ${spring - width * 0.42} ${x + width} ${spring}V${foot}z`;
};

/** A row of the same shape. */
const row = (count: number, from: number, step: number, shape: (x: number) => string) => Array.from({ length: count }, (_, index) => shape(from + index * step)).join("");
const pane = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** A house of its kind in a school's colours. Two of one kind do not have the same sun and hills. */
export function SchoolDrawing({ kind, seed }: { kind: SchoolDetails["kind_of_institution"]; seed: string }) {
  const turn = [...seed].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3;
  const sun = [880, 300, 760][turn];
  const Building = { school: SchoolHouse, college: Hall, company: Offices }[kind];
  return (
    <svg className={classes.drawing} aria-hidden viewBox="0 0 1200 800" preserveAspectRatio="xMidYMax slice" focusable="false">
      <path className={classes.sky} d="M0 0h1200v800H0z" />
      <circle className={classes.sun} cx={sun} cy={turn === 1 ? 560 : 540} r="86" />
      <path className={classes.far} d={turn === 1 ? "M0 690Q180 560 380 640T760 590T1200 660V800H0z" : "M0 640Q200 560 420 640T860 600T1200 650V800H0z"} />
      <path className={classes.near} d={turn === 2 ? "M0 720Q320 650 640 705T1200 690V800H0z" : "M0 700Q260 660 560 715T1200 700V800H0z"} />
      <Building />
      <Tree x={170} y={764} size={1.1} />
      <Tree x={258} y={764} size={0.72} />
      <Tree x={962} y={764} size={0.78} />
      <Tree x={1056} y={764} size={1.15} />
      <path className={classes.ground} d="M0 760h1200v40H0z" />
      <path className={classes.way} d="M560 760h80l48 40H512z" />
    </svg>
  );
}

function Tree({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path className={classes.trunk} d="M-5 0v-64h10V0z" />
      <path className={classes.leaves} d="M0-150C44-150 58-112 50-86 42-58 22-50 0-50S-42-58-50-86C-58-112-44-150 0-150z" />
    </g>
  );
}

/** An arcade under two floors, and a dome over the gate. */
function SchoolHouse() {
  return (
    <>
      <path className={classes.wall} d="M330 600h540v160H330z" />
      <path className={classes.wallDark} d="M500 560h200v200H500z" />
      <path className={classes.roof} d="M516 560Q516 486 600 476 684 486 684 560zM320 590h560v14H320zM492 552h216v14H492z" />
      <path className={classes.line} d="M597 476v-52h6v52z" />
      <path className={classes.flag} d="M603 426h46l-12 15 12 15h-46z" />
      <path className={classes.light} d={row(3, 348, 50, (x) => arch(x, 760, 34, 82)) + row(3, 718, 50, (x) => arch(x, 760, 34, 82)) + arch(562, 760, 76, 130)} />
      <path className={classes.glass} d={row(3, 354, 50, (x) => pane(x, 626, 22, 30)) + row(3, 724, 50, (x) => pane(x, 626, 22, 30)) + row(3, 528, 60, (x) => pane(x, 584, 24, 30))} />
    </>
  );
}

/** Columns under a gable, with a wing on either side. */
function Hall() {
  return (
    <>
      <path className={classes.wall} d="M270 630h660v130H270z" />
      <path className={classes.roof} d="M260 620h680v14H260z" />
      <path className={classes.wallDark} d="M450 590h300v170H450z" />
      <path className={classes.roof} d="M430 590 600 506l170 84z" />
      <path className={classes.light} d={row(6, 466, 50, (x) => pane(x, 604, 16, 142)) + pane(450, 746, 300, 14)} />
      <path className={classes.glass} d={row(4, 290, 40, (x) => pane(x, 656, 20, 40)) + row(4, 770, 40, (x) => pane(x, 656, 20, 40)) + row(5, 491, 50, (x) => pane(x, 650, 18, 96))} />
      <circle className={classes.light} cx="600" cy="560" r="17" />
    </>
  );
}

/** Three houses of offices, one of them high. */
function Offices() {
  return (
    <>
      <path className={classes.wall} d="M350 610h170v150H350zM700 580h170v180H700z" />
      <path className={classes.wallDark} d="M500 500h220v260H500z" />
      <path className={classes.roof} d="M342 602h178v12H342zM700 572h178v12H700zM490 490h240v14H490z" />
      <path className={classes.glass} d={[0, 1, 2, 3].map((floor) => row(5, 526, 36, (x) => pane(x, 532 + floor * 48, 22, 26))).join("") + [0, 1, 2].map((floor) => row(3, 372, 44, (x) => pane(x, 636 + floor * 40, 24, 20)) + row(3, 738, 40, (x) => pane(x, 606 + floor * 44, 22, 22))).join("")} />
      <path className={classes.light} d={arch(578, 760, 64, 54)} />
    </>
  );
}
