// Imported before anything that imports zod: its compiled parsers would need `eval`, which the
// content security policy forbids, and even asking for it is reported as a violation.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = {
  jitless: true,
};
