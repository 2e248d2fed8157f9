// What a card reader sends in the place of a card number: ciphertext, and which key opens it.
import { z } from 'zod';
import { blankable, limited } from '../../fields.ts';

/** Pairs of hexadecimal digits, as readers write bytes. */
const hex = (most_bytes: number) =>
  blankable(
    z
      .string()
      .trim()
      .max(most_bytes * 2)
      .regex(/^(?:[0-9A-Fa-f]{2})+$/),
  );

export const reader_members = {
  /** Either the tracks, each by itself, or all of them in one. */
  encrypted_track_1: hex(256),
  encrypted_track_2: hex(256),
  encrypted_data: hex(512),
  /** Key serial number: the reader and the count of its messages. */
  ksn: blankable(
    z
      .string()
      .trim()
      .regex(/^[0-9A-Fa-f]{20}$/),
  ),
  device_serial_number: limited(64),
};
