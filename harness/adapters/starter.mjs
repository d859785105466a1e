// Your game behind the harness: copy this file and put your own rules where it says so.
//
//     harness conform --engine 'cmd:node starter.mjs' --rules standard --seats 2,3,4,6
//     harness --bots 'cmd:node starter.mjs,normal' --games 100
//
// One file, Node 18 or later, nothing to install. The game in it is complete: short hops over any
// marble, and a seat is home when its goal is full, at least one marble in it is its own, and none
// of its own is left where it started.

import { createInterface } from "node:readline";

// ---------------------------------------------------------------------------------------------
// The star. Holes are numbered 0 to 120 in reading order; seats 0 to 5 in turn order.

const ARM = 4;
const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]]; // along x and y
const POINTS = { 2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5] };

// Every hole by its cube coordinates x + y + z = 0: y is the row, x grows to the right.
const HOLES = [];
for (let y = -2 * ARM; y <= 2 * ARM; y++) {
  for (let x = -2 * ARM; x <= 2 * ARM; x++) {
    const place = [x, y, -x - y];
    if (Math.max(...place) <= ARM || Math.min(...place) >= -ARM) HOLES.push(place);
  }
}
const NUMBER = new Map(HOLES.map(([x, y], hole) => [`${x},${y}`, hole]));
const NEXT = HOLES.map(([x, y]) => DIRECTIONS.map(([dx, dy]) => NUMBER.get(`${x + dx},${y + dy}`)));

// How far out a hole lies towards a point, counted clockwise from the top.
const depth = (point, [x, y, z]) => [-y, x, -z, y, -x, z][point];
const pointHoles = (point) =>
  HOLES.flatMap((place, hole) => (depth(point, place) > ARM ? [hole] : []));
const home = (game, seat) => pointHoles(POINTS[game.seats][seat]);
const goal = (game, seat) => pointHoles((POINTS[game.seats][seat] + 3) % 6);

// ---------------------------------------------------------------------------------------------
// YOUR GAME. Put your own in place of these functions; the protocol below needs nothing else.
// `cells[hole]` is the seat whose marble is there, or null.

function newGame(seats) {
  const game = { seats, cells: HOLES.map(() => null), turn: 0, winner: null, passes: 0 };
  for (let seat = 0; seat < seats; seat++) {
    for (const hole of home(game, seat)) game.cells[hole] = seat;
  }
  return game;
}

// A game that begins from any position: nobody has won for where the marbles stand at first.
function gameFrom(seats, cells, turn) {
  return { seats, cells, turn, winner: null, passes: 0 };
}

// All moves of the seat to move, as [from, to]; each pair once, however many ways lead there.
function legalMoves(game) {
  if (isOver(game)) return [];
  const moves = [];
  for (let from = 0; from < HOLES.length; from++) {
    if (game.cells[from] !== game.turn) continue;
    const empty = (hole) => hole !== undefined && (game.cells[hole] === null || hole === from);
    for (const next of NEXT[from]) if (empty(next)) moves.push([from, next]);
    const landed = [from]; // The hole that it left is no end of a chain.
    for (const at of landed) {
      for (let direction = 0; direction < 6; direction++) {
        const over = NEXT[at][direction];
        if (over === undefined || empty(over)) continue;
        const landing = NEXT[over][direction];
        if (!empty(landing) || landed.includes(landing)) continue;
        landed.push(landing);
        moves.push([from, landing]);
      }
    }
  }
  return moves;
}

// Plays a legal move, or passes for a seat that has none if `move` is null.
function play(game, move) {
  if (move === null) {
    game.passes++;
  } else {
    const [from, to] = move;
    game.cells[to] = game.cells[from];
    game.cells[from] = null;
    game.passes = 0;
    // The mover first, then the others in turn order.
    for (let i = 0; i < game.seats && game.winner === null; i++) {
      const seat = (game.turn + i) % game.seats;
      if (isHome(game, seat)) game.winner = seat;
    }
  }
  game.turn = (game.turn + 1) % game.seats;
}

function isHome(game, seat) {
  const there = goal(game, seat).map((hole) => game.cells[hole]);
  return !there.includes(null) && there.includes(seat) &&
    !home(game, seat).some((hole) => game.cells[hole] === seat);
}

function isOver(game) {
  return game.winner !== null || game.passes >= game.seats;
}

// The bot: the move that brings a marble furthest towards the tip of its goal.
function choose(game) {
  const tip = goal(game, game.turn).reduce((best, hole) => (far(hole) > far(best) ? hole : best));
  const gain = ([from, to]) => distance(from, tip) - distance(to, tip);
  return legalMoves(game).reduce((best, move) => (gain(move) > gain(best) ? move : best));
}

const distance = (a, b) => Math.max(...HOLES[a].map((at, axis) => Math.abs(at - HOLES[b][axis])));
const far = (hole) => Math.max(...HOLES[hole].map(Math.abs));

// ---------------------------------------------------------------------------------------------
// The protocol, UGI: a line in, a line out. Nothing here needs to change.

const NAMES = HOLES.map(([, y], hole) => {
  const first = HOLES.findIndex((place) => place[1] === y);
  return String.fromCharCode(97 + y + 2 * ARM) + (hole - first + 1);
});
const HOLE = new Map(NAMES.map((name, hole) => [name, hole]));
const moveText = ([from, to]) => `${NAMES[from]}-${NAMES[to]}`;

// `0/00/…/[13]/… 0 2 10`: a digit is that seat's marble, [k] a run of k empty holes; then the seat
// to move, the number of seats and the marbles of each.
function read(text) {
  const [board] = text.split(";");
  const [rows, turn, seats] = board.trim().split(" ");
  const cells = [];
  for (const run of rows.matchAll(/\[(\d+)\]|(\d)/g)) {
    if (run[1]) cells.push(...Array(Number(run[1])).fill(null));
    else cells.push(Number(run[2]));
  }
  if (cells.length !== HOLES.length) throw new Error("only the star of 121 holes is known here");
  return gameFrom(Number(seats), cells, Number(turn));
}

function setUp(words) {
  const at = words.indexOf("moves");
  const start = words.slice(0, at < 0 ? undefined : at);
  const next = start[0] === "fen" ? read(start.slice(1).join(" ")) : newGame(options.seats);
  for (const text of at < 0 ? [] : words.slice(at + 1)) playText(next, text);
  return next;
}

function playText(game, text) {
  if (text === "pass") return play(game, null);
  const holes = text.split(/[-:]/).map((name) => HOLE.get(name));
  const [from, to] = [holes[0], holes[holes.length - 1]];
  if (!legalMoves(game).some((move) => move[0] === from && move[1] === to)) {
    throw new Error(`${text} is not legal`);
  }
  play(game, [from, to]);
}

function answer(query) {
  const over = isOver(game);
  const { winner } = game;
  switch (query) {
    case "gameover": return over;
    case "p1turn": return !over && game.turn === 0;
    case "result": return !over ? "none" : winner === null ? "draw" : `p${winner + 1}win`;
    case "turn": return over ? "none" : game.turn;
    case "winner": return winner ?? "none";
    case "moves": return legalMoves(game).map(moveText).join(" ") || (over ? "" : "pass");
  }
}

function obey(line) {
  const [word, ...rest] = line.trim().split(/\s+/);
  switch (word) {
    case "ugi":
      return "id name starter\nid author you\n" +
        "option name seats type spin default 2 min 2 max 6\nugiok";
    case "isready": return "readyok";
    case "setoption":
      options[rest[1].toLowerCase()] = Number(rest[3]);
      last = null;
      return;
    case "uginewgame":
      game = newGame(options.seats);
      last = null;
      return;
    case "position": {
      const moves = rest.includes("moves") ? rest : [...rest, "moves"];
      const before = moves.slice(0, -1).join(" ");
      const further = before === last;
      last = null;
      if (further) playText(game, moves.at(-1));
      else game = setUp(rest);
      last = moves.join(" ");
      return;
    }
    case "query": {
      const said = answer(rest[0]);
      return said === undefined ? said : `response ${said}`;
    }
    case "go":
      if (isOver(game)) return "bestmove none";
      return `bestmove ${legalMoves(game).length ? moveText(choose(game)) : "pass"}`;
    case "quit": process.exit();
  }
}

const options = { seats: 2 };
let game = newGame(options.seats);
let last = null; // The position line that `game` stands for: one ply more need not begin anew.
createInterface({ input: process.stdin }).on("line", (line) => {
  try {
    const said = obey(line);
    if (said !== undefined) console.log(said);
  } catch (error) {
    console.log(`info error ${error.message}`);
  }
});
