<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="ground" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="ground.png" width="64" height="32"/>
 <tile id="0"><objectgroup draworder="index"><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 <tile id="1" class="ramp"><objectgroup draworder="index"><object id="1" x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
 <tile id="2"><objectgroup draworder="index"><object id="1" x="2" y="3" width="4" height="5"/><object id="2" x="8" y="8" width="8" height="8"><ellipse/></object></objectgroup></tile>
 <tile id="3" type="platform"><objectgroup draworder="index"><object id="1" name="one way" x="0" y="0" width="16" height="4"><properties><property name="speed" type="float" value="2.5"/></properties></object></objectgroup></tile>
 <tile id="4"><objectgroup draworder="index"><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 <tile id="5"><objectgroup draworder="index"><object id="1" x="4" y="2" width="8" height="4" rotation="30"/><object id="2" x="2" y="2" width="10" height="4"><capsule/></object><object id="3" x="1" y="1"><polyline points="0,0 8,0 8,8"/></object></objectgroup></tile>
</tileset>
