// A signature as terminals send it: a small PNG in black and white, base64.

export const signature = [
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAAAwAQAAAAC+0kzDAAABDElEQVR42tXTsWrDMBAG4AsZMqZjp4q+RYaAXyzk',
  'ElLwUupH6Kukk14jRUPWGC8yCF/vtyTbNX6A9jAn/Fk62SdMshD0//G2hFdewLcl/Cg0fc/wBXidoTGaTvwLuwL4',
  'PsfPXGOCXOUaIwZgrHEeUSyw6u83CT0wcKlPng/rAe9ATN/vXhPW4lAD6Uj1FD16FfjcJnTSAB8rTXH3BqhrWgk0',
  'RQvUy3M9YokZeh+KjDpugQ7v3wwYjO4KFOMStvIodA4+akQvX7qQDLCyA5YYN2iHzRh0H40Lsq0yct/cG7LbZjzq',
  'MQSKYRJ2e5YT5Vgn3B2IVvFwsID7Lj0RDeconuJx5GkxuoiXP/Z3/AAgpF1h5CVE/AAAAABJRU5ErkJggg==',
].join('');
