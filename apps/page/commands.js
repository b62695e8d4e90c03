// SPDX-License-Identifier: Apache-2.0
// Commands of the program as text.

export const kOut = "/out";  // folder of the answers, whose name elsewhere is given

const plain = /^[\w./,:=@%+-]+$/;

/** A command as it is typed for the program, which finds or puts the answers in the folder `answers`. */
export const typed = (command, answers = "answers") => ["querent", ...command.map((word) => (word === kOut ? answers : word))]
  .map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

/** Splits a line as a shell does, with quotes. */
export const words = (line) => [...line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
