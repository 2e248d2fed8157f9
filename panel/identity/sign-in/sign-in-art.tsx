// The picture beside the sign-in: streams that a gate narrows, drawn from one formula.

const left_count = 40;
const gate_x = 470;
const gap = 66;

/** One stream: spread at the left edge, drawn together at the gate, spread again behind it. */
function stream(index: number): string {
  const part = index / left_count;
  const from = -80 + part * 1040;
  const at_gate = 440 + (part - 0.5) * 116;
  const away = Math.sign(part - 0.5) * Math.abs(part * 2 - 1) ** 0.96 * 390;
  const to = (500 + away).toFixed(1);
  const gate = at_gate.toFixed(1);
  return `M-10 ${from}C180 ${from} 250 ${gate} ${gate_x} ${gate}S760 ${to} 970 ${to}`;
}

const streams = Array.from({ length: left_count + 1 }, (_, index) => stream(index));

export function SignInArt() {
  return (
    <div className="sign-in-art" aria-hidden="true">
      <svg viewBox="0 0 960 900" preserveAspectRatio="xMidYMid slice" fill="none">
        <title>Streams through a gate</title>
        {streams.map((path, index) => (
          <path key={path} d={path} data-lit={index % 10 === 5 ? '' : undefined} />
        ))}
        <path data-gate d={`M${gate_x} -10V${440 - gap}M${gate_x} ${440 + gap}V910`} />
      </svg>
    </div>
  );
}
