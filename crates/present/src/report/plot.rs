//! Draws the plots of the report as SVG.

use std::error;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use perfectplay_any::Error;
use perfectplay_any::stats::{Ply, Stats};

/// The colour of won states. The colours `WON`, [`DRAWN`] and [`LOST`] are easy to tell apart, on light pages and on
/// dark pages.
pub const WON: RGBColor = RGBColor(0x00, 0x72, 0xb2);
pub const DRAWN: RGBColor = RGBColor(0x80, 0x80, 0x80);
pub const LOST: RGBColor = RGBColor(0xd5, 0x5e, 0x00);

/// A placeholder for the colour of the axes. The page replaces the placeholder by the colour of its text.
pub const INK: &str = "#000000";

const SIZE: (u32, u32) = (640, 260);
const FONT: (&str, u32) = ("sans-serif", 14);

/// Plots the shares of states that are won, drawn and lost at each ply.
pub fn values(stats: &Stats) -> Result<String, Error> {
    let bars = stats.plies.iter().flat_map(|ply| {
        let [won, drawn, lost] = ply.shares();
        let (x, both) = (place(ply), won + drawn);
        [
            (x, 0.0, won, WON),
            (x, won, both, DRAWN),
            (x, both, both + lost, LOST),
        ]
    });
    let bars = bars.collect::<Vec<_>>();
    plot(last_ply(stats), 1.0, "share of states", |chart| {
        chart.draw_series(bars.iter().map(|&(x, from, to, colour)| {
            Rectangle::new([(x - 0.4, from), (x + 0.4, to)], colour.filled())
        }))?;
        Ok(())
    })
}

/// Plots the shares of losing moves and of states with an only move at each ply.
pub fn difficulty(stats: &Stats) -> Result<String, Error> {
    let plies = || stats.plies.iter();
    let losing = plies().filter_map(|ply| Some((place(ply), ply.losing_share()?)));
    let only = plies().filter_map(|ply| Some((place(ply), ply.only_share()?)));
    let lines = [(losing.collect::<Vec<_>>(), LOST), (only.collect(), WON)];
    plot(last_ply(stats), 1.0, "share", |chart| {
        for (line, colour) in &lines {
            let style = colour.stroke_width(2);
            chart.draw_series(LineSeries::new(line.iter().copied(), style).point_size(3))?;
        }
        Ok(())
    })
}

/// Plots the number of states at each ply.
pub fn states(stats: &Stats) -> Result<String, Error> {
    let bars = stats.plies.iter();
    let bars = bars.map(|ply| (place(ply), ply.states as f64));
    let bars = bars.collect::<Vec<_>>();
    let most = bars.iter().map(|&(_, states)| states).fold(1.0, f64::max);
    plot(last_ply(stats), most, "states", |chart| {
        chart.draw_series(bars.iter().map(|&(x, states)| {
            Rectangle::new([(x - 0.4, 0.0), (x + 0.4, states)], DRAWN.filled())
        }))?;
        Ok(())
    })
}

fn last_ply(stats: &Stats) -> f64 {
    stats.plies.last().map_or(0.0, place)
}

/// Returns the position of a ply on the horizontal axis of a plot.
fn place(ply: &Ply) -> f64 {
    ply.ply.map_or(0.0, f64::from)
}

type Axes = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Axes>;

/// Draws a plot. The horizontal axis shows the plies from 0 to `last`. The vertical axis shows the values from 0
/// to `most`.
fn plot(
    last: f64,
    most: f64,
    title: &str,
    draw: impl FnOnce(&mut Chart<'_, '_>) -> Result<(), Box<dyn error::Error>>,
) -> Result<String, Error> {
    let mut svg = String::new();
    let plot = || -> Result<(), Box<dyn error::Error>> {
        let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&canvas)
            .margin(8)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..last + 0.5, 0.0..most)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc("ply")
            .y_desc(title)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .label_style(FONT)
            .axis_desc_style(FONT)
            .draw()?;
        draw(&mut chart)?;
        Ok(canvas.present()?)
    };
    plot().map_err(|error| Error::Format(error.to_string()))?;
    Ok(svg)
}
