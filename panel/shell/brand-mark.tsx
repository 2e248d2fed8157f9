// Penstock's mark in the colour of the brand: a pipe that narrows to a gate.

export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 22 22" aria-hidden="true">
      <title>Mark</title>
      <rect width="22" height="22" rx="6" fill="currentColor" />
      <path
        d="M4 6.4c3.6 0 3.8 3.2 7 3.2s3.4-1.4 7-1.4v5.6c-3.6 0-3.8-1.4-7-1.4s-3.4 3.2-7 3.2z"
        fill="#fff"
      />
      <path d="M11 3.9v2.3M11 15.8v2.3" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
