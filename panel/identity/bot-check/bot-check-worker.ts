// The worker of the bot check: counts until a number fits the challenge, and says it.
import { firstFitting, type Work } from './bot-check-hash.ts';

self.onmessage = ({ data }: MessageEvent<Work>) => self.postMessage(firstFitting(data));
